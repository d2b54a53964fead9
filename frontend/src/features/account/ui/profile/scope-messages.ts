import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { Scope } from '../../model/personal-tokens'

export const scopeMessages: Record<Scope, MessageDescriptor> = defineMessages({
  extract: { id: 'tokens.scope.extract', defaultMessage: 'Extract recipes (a file or photos cost 1 credit)' },
  read: { id: 'tokens.scope.read', defaultMessage: 'Search and read your recipes' },
  import: { id: 'tokens.scope.import', defaultMessage: 'Import recipes' },
  propose: { id: 'tokens.scope.propose', defaultMessage: 'Suggest changes to your recipes' },
})
