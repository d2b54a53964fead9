import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { Scope } from '../../model/personal-tokens'

export const scopeMessages: Record<Scope, MessageDescriptor> = defineMessages({
  extract: { id: 'tokens.scope.extract', defaultMessage: 'Extract recipes from pages and texts' },
})
