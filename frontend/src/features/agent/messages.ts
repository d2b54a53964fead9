import { defineMessage, defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { AgentProblem } from '../../shared/lib/error-codes'
import type { AgentFailure } from './model/agent-problem'
import type { ReasonCode, Verdict } from './model/patch'

/** Label of each server tool; `other` is the fallback. */
export const toolMessages: Readonly<Record<string, MessageDescriptor>> & { readonly other: MessageDescriptor } =
  defineMessages({
    readRecipe: { id: 'agent.tool.readRecipe', defaultMessage: 'Reading the recipe…' },
    findRecipes: { id: 'agent.tool.findRecipes', defaultMessage: 'Searching your recipes…' },
    scale: { id: 'agent.tool.scale', defaultMessage: 'Calculating amounts…' },
    convertUnits: { id: 'agent.tool.convertUnits', defaultMessage: 'Converting units…' },
    adapt: { id: 'agent.tool.adapt', defaultMessage: 'Checking the ingredients…' },
    substitute: { id: 'agent.tool.substitute', defaultMessage: 'Looking for a substitute…' },
    translate: { id: 'agent.tool.translate', defaultMessage: 'Translating…' },
    nutrition: { id: 'agent.tool.nutrition', defaultMessage: 'Looking up nutrition facts…' },
    planTimes: { id: 'agent.tool.planTimes', defaultMessage: 'Planning the timing…' },
    shoppingLink: { id: 'agent.tool.shoppingLink', defaultMessage: 'Preparing a shopping list…' },
    importRecipe: { id: 'agent.tool.importRecipe', defaultMessage: 'Preparing an import…' },
    proposeEdit: { id: 'agent.tool.proposeEdit', defaultMessage: 'Writing a suggestion…' },
    other: { id: 'agent.tool.other', defaultMessage: 'Thinking…' },
  })

/** Label of each verdict on a line. */
export const verdictMessages: Readonly<Record<Verdict, MessageDescriptor>> = defineMessages({
  KEPT: { id: 'patch.KEPT', defaultMessage: 'Unchanged' },
  REPLACED: { id: 'patch.REPLACED', defaultMessage: 'Replaced' },
  LEFT_OUT: { id: 'patch.LEFT_OUT', defaultMessage: 'Removed' },
  ADDED: { id: 'patch.ADDED', defaultMessage: 'Added' },
  CANNOT: { id: 'patch.CANNOT', defaultMessage: 'Check this' },
})

/**
 * Text of each reason code; null if only the model's words are shown, if any. The effect on the dish is added in the
 * recipe's language.
 */
export const reasonMessages: Readonly<Record<ReasonCode, MessageDescriptor | null>> = {
  ...defineMessages({
    NO_AMOUNT: { id: 'patch.NO_AMOUNT', defaultMessage: 'There’s no amount we can calculate with.' },
    SCALED: { id: 'patch.SCALED', defaultMessage: 'Scaled to the new servings.' },
    CONVERTED: { id: 'patch.CONVERTED', defaultMessage: 'Same amount, different units.' },
    READ_THE_LABEL: {
      id: 'patch.READ_THE_LABEL',
      defaultMessage: 'It depends on the brand. Check the label.',
    },
    SUBSTITUTED: { id: 'patch.SUBSTITUTED', defaultMessage: 'Replaced with a substitute.' },
    DONE_WITHOUT: { id: 'patch.DONE_WITHOUT', defaultMessage: 'Left out; the dish works without it.' },
    NO_SUBSTITUTE: {
      id: 'patch.NO_SUBSTITUTE',
      defaultMessage: 'It doesn’t fit, and we know no substitute for this dish.',
    },
    AMOUNT_UNKNOWN: {
      id: 'patch.AMOUNT_UNKNOWN',
      defaultMessage: 'It doesn’t fit, and we don’t know how much of a substitute to use.',
    },
    TOO_MUCH: {
      id: 'patch.TOO_MUCH',
      defaultMessage: 'It doesn’t fit, and there’s too much of it to substitute.',
    },
    NAMES_ANOTHER: {
      id: 'patch.NAMES_ANOTHER',
      defaultMessage: 'This also mentions another ingredient that doesn’t fit. Edit it yourself.',
    },
    UNKNOWN: { id: 'patch.UNKNOWN', defaultMessage: 'We don’t know if this fits.' },
    NOTED: { id: 'patch.NOTED', defaultMessage: 'Updated to match the changed ingredients.' },
    TRANSLATED: { id: 'patch.TRANSLATED', defaultMessage: 'Translated.' },
    OTHER_NUMBERS: {
      id: 'patch.OTHER_NUMBERS',
      defaultMessage: 'Not translated: the numbers didn’t match.',
    },
  }),
  SUITS: null,
  // The model's own words are enough.
  WISHED: null,
}

/** Operation during which a problem occurred. */
export type Doing = 'ask' | 'open' | 'list' | 'remove' | 'wish'

const messages: Readonly<Record<Exclude<AgentProblem, 'OFFLINE' | 'UNKNOWN' | 'LIMIT_REACHED'>, MessageDescriptor>> =
  defineMessages({
    AGENT_EMPTY: { id: 'agent.AGENT_EMPTY', defaultMessage: 'Write a message, or attach a photo or file.' },
    AGENT_TOO_MANY: {
      id: 'agent.AGENT_TOO_MANY',
      defaultMessage: 'You can attach up to 4 photos and 2 files per message. Send the rest in the next one.',
    },
    AGENT_TEXT_TOO_LONG: {
      id: 'agent.AGENT_TEXT_TOO_LONG',
      defaultMessage: 'That’s too long for one message. Send a shorter part.',
    },
    AGENT_TOO_LARGE: {
      id: 'agent.AGENT_TOO_LARGE',
      defaultMessage: 'Your attachments are too large. Send fewer, or start a new conversation.',
    },
    AGENT_BAD_ATTACHMENT: {
      id: 'agent.AGENT_BAD_ATTACHMENT',
      defaultMessage: 'An attachment is damaged or isn’t the type its name says. Try another copy.',
    },
    AGENT_BAD_TOOLS: {
      id: 'agent.AGENT_INVALID',
      defaultMessage: 'We couldn’t send that message. Start a new conversation.',
    },
    AGENT_BAD_INPUT: {
      id: 'agent.AGENT_INVALID',
      defaultMessage: 'We couldn’t send that message. Start a new conversation.',
    },
    AGENT_INVALID: {
      id: 'agent.AGENT_INVALID',
      defaultMessage: 'We couldn’t send that message. Start a new conversation.',
    },
    AGENT_THROTTLED: {
      id: 'agent.AGENT_THROTTLED',
      defaultMessage: 'The assistant is very busy right now. Try again in a minute.',
    },
    AGENT_REFUSED: {
      id: 'agent.AGENT_REFUSED',
      defaultMessage: 'The assistant can’t help with that. Try a question about your recipes.',
    },
    AGENT_BROKEN: {
      id: 'agent.AGENT_BROKEN',
      defaultMessage: 'The answer was cut short. Nothing in your recipes changed; ask again.',
    },
    AGENT_DIED: {
      id: 'agent.AGENT_BROKEN',
      defaultMessage: 'The answer was cut short. Nothing in your recipes changed; ask again.',
    },
    AGENT_TOO_SLOW: {
      id: 'agent.AGENT_TOO_SLOW',
      defaultMessage: 'The answer took too long. Ask again, or ask for less at once.',
    },
    AGENT_ENDLESS: {
      id: 'agent.AGENT_ENDLESS',
      defaultMessage: 'The assistant couldn’t finish. Try asking in other words.',
    },
    AGENT_NONSENSE: {
      id: 'agent.AGENT_ENDLESS',
      defaultMessage: 'The assistant couldn’t finish. Try asking in other words.',
    },
    AGENT_TOO_LONG: {
      id: 'agent.AGENT_TOO_LONG',
      defaultMessage: 'The answer got too long. Ask for less at once.',
    },
    AGENT_TURNS_USED_UP: {
      id: 'agent.AGENT_TURNS_USED_UP',
      defaultMessage: 'This conversation reached its limit of 20 answers. Start a new one.',
    },
    AGENT_DAY_USED_UP: {
      id: 'agent.AGENT_DAY_USED_UP',
      defaultMessage: 'You’ve reached today’s limit for the assistant. Try again tomorrow.',
    },
    AGENT_LIBRARY: {
      id: 'agent.AGENT_LIBRARY',
      defaultMessage: 'We couldn’t load your recipes. Try again in a minute.',
    },
    AGENT_OFF: { id: 'agent.AGENT_OFF', defaultMessage: 'The assistant isn’t available right now.' },
    AGENT_BUSY: {
      id: 'agent.AGENT_BUSY',
      defaultMessage: 'The assistant is still answering. Wait, or stop the answer.',
    },
    AGENT_TOO_MANY_CONVERSATIONS: {
      id: 'agent.AGENT_TOO_MANY_CONVERSATIONS',
      defaultMessage: 'You have 200 conversations, the maximum. Delete some to start a new one.',
    },
    AGENT_NO_SERVINGS: {
      id: 'agent.AGENT_NO_SERVINGS',
      defaultMessage: 'This recipe doesn’t say how many it serves. Add servings under “Edit”, then try again.',
    },
    NO_RECIPE: { id: 'agent.NO_RECIPE', defaultMessage: 'This recipe is no longer in your list.' },
    AGENT_NOT_FOUND: {
      id: 'agent.AGENT_NOT_FOUND',
      defaultMessage: 'Conversation not found. It may have been deleted.',
    },
    NO_CREDITS: {
      id: 'agent.NO_CREDITS',
      defaultMessage: 'You have no credits left, and a conversation costs one. Your message wasn’t sent.',
    },
    CONFLICT: {
      id: 'agent.CONFLICT',
      defaultMessage: 'Something else changed at the same time. Try again.',
    },
    UNAUTHORIZED: {
      id: 'agent.UNAUTHORIZED',
      defaultMessage: 'You’re signed out. Reload the page or sign in again.',
    },
    BUSY: { id: 'agent.BUSY', defaultMessage: 'Zest is busy. Try again in a moment.' },
  })

const unknown: Readonly<Record<Doing, MessageDescriptor>> = defineMessages({
  ask: { id: 'agent.UNKNOWN.ask', defaultMessage: 'We couldn’t send your message. Try again.' },
  open: { id: 'agent.UNKNOWN.open', defaultMessage: 'We couldn’t load the conversation. Try again.' },
  list: { id: 'agent.UNKNOWN.list', defaultMessage: 'We couldn’t load your conversations. Try again.' },
  remove: { id: 'agent.UNKNOWN.remove', defaultMessage: 'We couldn’t delete the conversation. Try again.' },
  wish: { id: 'agent.UNKNOWN.wish', defaultMessage: 'That didn’t work. Nothing changed; try again.' },
})
const offline: Readonly<Record<Doing, MessageDescriptor>> = defineMessages({
  ask: {
    id: 'agent.OFFLINE.ask',
    defaultMessage: 'Can’t reach Zest, so your message wasn’t sent. Send it again when you’re online.',
  },
  open: {
    id: 'agent.OFFLINE.open',
    defaultMessage: 'Can’t reach Zest. We’ll show the conversation when you’re online.',
  },
  list: { id: 'agent.OFFLINE.list', defaultMessage: 'Can’t reach Zest. Try again when you’re online.' },
  remove: { id: 'agent.OFFLINE.list', defaultMessage: 'Can’t reach Zest. Try again when you’re online.' },
  wish: { id: 'agent.OFFLINE.list', defaultMessage: 'Can’t reach Zest. Try again when you’re online.' },
})
const limit: MessageDescriptor = defineMessage({
  id: 'agent.LIMIT_REACHED',
  defaultMessage: 'You’ve reached today’s limit. Try again later.',
})
const limitUntil: MessageDescriptor = defineMessage({
  id: 'agent.LIMIT_REACHED.until',
  defaultMessage: 'You’ve reached today’s limit. Try again on {when}.',
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
