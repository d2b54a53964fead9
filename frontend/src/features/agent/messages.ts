import { defineMessage, defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { AgentProblem } from '../../shared/lib/error-codes'
import type { AgentFailure } from './model/agent-problem'
import type { ReasonCode, Verdict } from './model/patch'

/** Label of each server tool; `other` is the fallback. */
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

/** Label of each verdict on a line. */
export const verdictMessages: Readonly<Record<Verdict, MessageDescriptor>> = defineMessages({
  KEPT: { id: 'patch.KEPT', defaultMessage: 'Stays' },
  REPLACED: { id: 'patch.REPLACED', defaultMessage: 'Replaced' },
  LEFT_OUT: { id: 'patch.LEFT_OUT', defaultMessage: 'Left out' },
  ADDED: { id: 'patch.ADDED', defaultMessage: 'Added' },
  CANNOT: { id: 'patch.CANNOT', defaultMessage: 'Look at this' },
})

/** Text of each reason code, or null. The effect on the dish is added in the recipe's language. */
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
  // The model's own words say it.
  WISHED: null,
}

/** Operation during which a problem occurred. */
export type Doing = 'ask' | 'open' | 'list' | 'remove' | 'wish'

const messages: Readonly<Record<Exclude<AgentProblem, 'OFFLINE' | 'UNKNOWN' | 'LIMIT_REACHED'>, MessageDescriptor>> =
  defineMessages({
    AGENT_EMPTY: { id: 'agent.AGENT_EMPTY', defaultMessage: 'Write something, or attach a picture or a file.' },
    AGENT_TOO_MANY: {
      id: 'agent.AGENT_TOO_MANY',
      defaultMessage: 'A message takes 4 pictures and 2 files at most. Send the rest in another one.',
    },
    AGENT_TEXT_TOO_LONG: {
      id: 'agent.AGENT_TEXT_TOO_LONG',
      defaultMessage: 'This is more text than the assistant reads at once. Send a part of it.',
    },
    AGENT_TOO_LARGE: {
      id: 'agent.AGENT_TOO_LARGE',
      defaultMessage: 'The pictures and files are too large together. Send fewer, or begin a new conversation.',
    },
    AGENT_BAD_ATTACHMENT: {
      id: 'agent.AGENT_BAD_ATTACHMENT',
      defaultMessage:
        'A picture or file is not what its name says, or is damaged. Save it again, or send it in another form.',
    },
    AGENT_BAD_TOOLS: {
      id: 'agent.AGENT_INVALID',
      defaultMessage: 'This could not be asked. Begin a new conversation.',
    },
    AGENT_BAD_INPUT: {
      id: 'agent.AGENT_INVALID',
      defaultMessage: 'This could not be asked. Begin a new conversation.',
    },
    AGENT_INVALID: { id: 'agent.AGENT_INVALID', defaultMessage: 'This could not be asked. Begin a new conversation.' },
    AGENT_THROTTLED: {
      id: 'agent.AGENT_THROTTLED',
      defaultMessage: 'Too many people are asking the assistant right now. Try again in a minute.',
    },
    AGENT_REFUSED: {
      id: 'agent.AGENT_REFUSED',
      defaultMessage: 'The assistant will not answer this. Ask in other words, about your recipes.',
    },
    AGENT_BROKEN: {
      id: 'agent.AGENT_BROKEN',
      defaultMessage: 'The answer broke off. Nothing in your recipes has changed: ask again.',
    },
    AGENT_DIED: {
      id: 'agent.AGENT_BROKEN',
      defaultMessage: 'The answer broke off. Nothing in your recipes has changed: ask again.',
    },
    AGENT_TOO_SLOW: {
      id: 'agent.AGENT_TOO_SLOW',
      defaultMessage: 'The answer took too long. Ask again, or ask for less at once.',
    },
    AGENT_ENDLESS: {
      id: 'agent.AGENT_ENDLESS',
      defaultMessage: 'The assistant got lost. Ask again in other words.',
    },
    AGENT_NONSENSE: {
      id: 'agent.AGENT_ENDLESS',
      defaultMessage: 'The assistant got lost. Ask again in other words.',
    },
    AGENT_TOO_LONG: {
      id: 'agent.AGENT_TOO_LONG',
      defaultMessage: 'The answer became too long. Ask for less at once.',
    },
    AGENT_TURNS_USED_UP: {
      id: 'agent.AGENT_TURNS_USED_UP',
      defaultMessage: 'This conversation has had its 20 answers. Begin a new one.',
    },
    AGENT_DAY_USED_UP: {
      id: 'agent.AGENT_DAY_USED_UP',
      defaultMessage: 'You have used the assistant as much as a day allows. Come back tomorrow.',
    },
    AGENT_LIBRARY: {
      id: 'agent.AGENT_LIBRARY',
      defaultMessage: 'Your recipes could not be read just now. Try again in a minute.',
    },
    AGENT_OFF: { id: 'agent.AGENT_OFF', defaultMessage: 'There is no assistant here just now.' },
    AGENT_BUSY: {
      id: 'agent.AGENT_BUSY',
      defaultMessage: 'The assistant is still answering. Wait for it, or stop it.',
    },
    AGENT_TOO_MANY_CONVERSATIONS: {
      id: 'agent.AGENT_TOO_MANY_CONVERSATIONS',
      defaultMessage: 'At most 200 conversations are kept. Delete some, then begin a new one.',
    },
    AGENT_NO_SERVINGS: {
      id: 'agent.AGENT_NO_SERVINGS',
      defaultMessage: 'The recipe does not say for how many it is. Write that under “Edit”, then try again.',
    },
    NO_RECIPE: { id: 'agent.NO_RECIPE', defaultMessage: 'This recipe is not among yours any more.' },
    AGENT_NOT_FOUND: {
      id: 'agent.AGENT_NOT_FOUND',
      defaultMessage: 'There is no such conversation. It was deleted, or it is somebody else’s.',
    },
    NO_CREDITS: {
      id: 'agent.NO_CREDITS',
      defaultMessage: 'You have no credits left, and a conversation takes one. Nothing was sent.',
    },
    CONFLICT: {
      id: 'agent.CONFLICT',
      defaultMessage: 'Something else was changed at the same moment. Try again.',
    },
    UNAUTHORIZED: {
      id: 'agent.UNAUTHORIZED',
      defaultMessage: 'The server does not know that this is you. Load the page anew, or sign in again.',
    },
    BUSY: { id: 'agent.BUSY', defaultMessage: 'Zest is busy. Try again in a moment.' },
  })

const unknown: Readonly<Record<Doing, MessageDescriptor>> = defineMessages({
  ask: { id: 'agent.UNKNOWN.ask', defaultMessage: 'Your message could not be sent. Try again.' },
  open: { id: 'agent.UNKNOWN.open', defaultMessage: 'The conversation could not be loaded. Try again.' },
  list: { id: 'agent.UNKNOWN.list', defaultMessage: 'Your conversations could not be loaded. Try again.' },
  remove: { id: 'agent.UNKNOWN.remove', defaultMessage: 'The conversation could not be deleted. Try again.' },
  wish: { id: 'agent.UNKNOWN.wish', defaultMessage: 'This could not be worked out. Nothing has changed; try again.' },
})
const offline: Readonly<Record<Doing, MessageDescriptor>> = defineMessages({
  ask: {
    id: 'agent.OFFLINE.ask',
    defaultMessage: 'Zest could not be reached, so your message was not sent. Send it again once you are connected.',
  },
  open: {
    id: 'agent.OFFLINE.open',
    defaultMessage: 'Zest could not be reached. The conversation is shown once you are connected.',
  },
  list: { id: 'agent.OFFLINE.list', defaultMessage: 'Zest could not be reached. Try again once you are connected.' },
  remove: { id: 'agent.OFFLINE.list', defaultMessage: 'Zest could not be reached. Try again once you are connected.' },
  wish: { id: 'agent.OFFLINE.list', defaultMessage: 'Zest could not be reached. Try again once you are connected.' },
})
const limit: MessageDescriptor = defineMessage({
  id: 'agent.LIMIT_REACHED',
  defaultMessage: 'That is as much as a day allows. Try again later.',
})
const limitUntil: MessageDescriptor = defineMessage({
  id: 'agent.LIMIT_REACHED.until',
  defaultMessage: 'That is as much as a day allows. There is more on {when}.',
})

/** Sentence that says what happened and what to do. */
export function describeAgentProblem(
  intl: IntlShape,
  doing: Doing,
  { code, detail }: Pick<AgentFailure, 'code' | 'detail'>,
): string {
  if (code === 'LIMIT_REACHED') {
    return detail === null
      ? intl.formatMessage(limit)
      : intl.formatMessage(limitUntil, { when: intl.formatDate(detail, { dateStyle: 'medium', timeStyle: 'short' }) })
  }
  const message = code === 'OFFLINE' ? offline[doing] : code === 'UNKNOWN' ? unknown[doing] : messages[code]
  return intl.formatMessage(message)
}
