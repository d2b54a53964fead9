import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { RecipeStage } from '../lib/recipe'

export const STAGES: readonly RecipeStage[] = ['FETCHING', 'EXTRACTING', 'CHECKING']

/** What an import is doing at the moment. */
export const stageMessages: Record<RecipeStage, MessageDescriptor> = defineMessages({
  FETCHING: { id: 'stage.FETCHING', defaultMessage: 'Fetching the page' },
  EXTRACTING: { id: 'stage.EXTRACTING', defaultMessage: 'Reading the recipe' },
  CHECKING: { id: 'stage.CHECKING', defaultMessage: 'Checking' },
})
