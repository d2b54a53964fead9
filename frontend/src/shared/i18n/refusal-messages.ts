import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { Refusal } from '../lib/importing/prepare'
import { importMessages } from './problem-messages'

const ours = defineMessages({
  empty: {
    id: 'refusal.empty',
    defaultMessage: 'This file is empty. Save or export it again, then choose it again.',
  },
  unreadable: {
    id: 'refusal.unreadable',
    defaultMessage: 'Can’t open this: it’s a folder or it was moved. Choose the files themselves.',
  },
  tooLarge: {
    id: 'refusal.tooLarge',
    defaultMessage: 'This is over 20 MB. Use a smaller copy, or split it into several files.',
  },
  heic: {
    id: 'refusal.heic',
    defaultMessage:
      'This browser can’t open HEIC photos. Save it as JPEG, or on an iPhone choose Settings › Camera › Formats › Most Compatible.',
  },
})

/** Why a chosen file is not sent, and what to do. */
export const refusalMessages: Record<Refusal, MessageDescriptor> = {
  ...ours,
  picture: importMessages.UNSUPPORTED_PICTURE,
  file: importMessages.UNSUPPORTED_FILE,
}
