import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { ReasonCode, Verdict } from './model/patch'

/** Which of the server's tools is at work; another one is told as `other`. */
export const toolMessages: Readonly<Record<string, MessageDescriptor>> & { readonly other: MessageDescriptor } =
  defineMessages({
    readRecipe: { id: 'agent.tool.readRecipe', defaultMessage: 'Reading the recipe…' },
    findRecipes: { id: 'agent.tool.findRecipes', defaultMessage: 'Looking through your recipes…' },
    scale: { id: 'agent.tool.scale', defaultMessage: 'Reckoning amounts…' },
    convertUnits: { id: 'agent.tool.convertUnits', defaultMessage: 'Converting units…' },
    adapt: { id: 'agent.tool.adapt', defaultMessage: 'Going through the ingredients…' },
    substitute: { id: 'agent.tool.substitute', defaultMessage: 'Looking for a substitute…' },
    translate: { id: 'agent.tool.translate', defaultMessage: 'Translating…' },
    nutrition: { id: 'agent.tool.nutrition', defaultMessage: 'Looking up what a serving holds…' },
    planTimes: { id: 'agent.tool.planTimes', defaultMessage: 'Planning the times…' },
    shoppingLink: { id: 'agent.tool.shoppingLink', defaultMessage: 'Preparing a shopping list…' },
    importRecipe: { id: 'agent.tool.importRecipe', defaultMessage: 'Preparing an import…' },
    proposeEdit: { id: 'agent.tool.proposeEdit', defaultMessage: 'Writing a proposal…' },
    other: { id: 'agent.tool.other', defaultMessage: 'Thinking…' },
  })

/** What is proposed to become of a line. */
export const verdictMessages: Readonly<Record<Verdict, MessageDescriptor>> = defineMessages({
  KEPT: { id: 'patch.KEPT', defaultMessage: 'Stays' },
  REPLACED: { id: 'patch.REPLACED', defaultMessage: 'Replaced' },
  LEFT_OUT: { id: 'patch.LEFT_OUT', defaultMessage: 'Left out' },
  ADDED: { id: 'patch.ADDED', defaultMessage: 'Added' },
  CANNOT: { id: 'patch.CANNOT', defaultMessage: 'Look at this' },
})

/** Why; what changes in the dish stands behind it in the recipe's own words. Null where there is nothing to say. */
export const reasonMessages: Readonly<Record<ReasonCode, MessageDescriptor | null>> = {
  ...defineMessages({
    NO_AMOUNT: { id: 'patch.NO_AMOUNT', defaultMessage: 'It says no amount that can be reckoned with.' },
    SCALED: { id: 'patch.SCALED', defaultMessage: 'Reckoned for the new number of servings.' },
    CONVERTED: { id: 'patch.CONVERTED', defaultMessage: 'The same amount in other units.' },
    READ_THE_LABEL: {
      id: 'patch.READ_THE_LABEL',
      defaultMessage: 'Whether it suits depends on the maker: read the label.',
    },
    SUBSTITUTED: { id: 'patch.SUBSTITUTED', defaultMessage: 'It does not suit; this takes its place.' },
    DONE_WITHOUT: { id: 'patch.DONE_WITHOUT', defaultMessage: 'It does not suit; the dish does without it.' },
    NO_SUBSTITUTE: {
      id: 'patch.NO_SUBSTITUTE',
      defaultMessage: 'It does not suit, and no substitute is known for this dish.',
    },
    TOO_MUCH: {
      id: 'patch.TOO_MUCH',
      defaultMessage: 'It does not suit, and there is too much of it for a substitute.',
    },
    NAMES_ANOTHER: {
      id: 'patch.NAMES_ANOTHER',
      defaultMessage: 'It names another food that does not suit, too. Change it by hand.',
    },
    UNKNOWN: { id: 'patch.UNKNOWN', defaultMessage: 'It is not known here whether it suits.' },
    NOTED: { id: 'patch.NOTED', defaultMessage: 'Names what the changed lines say.' },
    TRANSLATED: { id: 'patch.TRANSLATED', defaultMessage: 'The same in another language.' },
    OTHER_NUMBERS: {
      id: 'patch.OTHER_NUMBERS',
      defaultMessage: 'Its translation had other numbers, so it was not taken.',
    },
  }),
  SUITS: null,
  // The words behind it say it.
  WISHED: null,
}
