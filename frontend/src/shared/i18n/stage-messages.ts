import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { RecipeCard, RecipeStage } from '../lib/recipe/recipe'

export type SourceKind = 'address' | 'picture' | 'file'

export function sourceKind(recipe: Pick<RecipeCard, 'pictureSubmissionUUID' | 'fileSubmissionUUID'>): SourceKind {
  if (recipe.pictureSubmissionUUID !== null) return 'picture'
  return recipe.fileSubmissionUUID !== null ? 'file' : 'address'
}

export function stagesOf(source: SourceKind): readonly RecipeStage[] {
  return [source === 'address' ? 'FETCHING' : 'READING', 'EXTRACTING', 'CHECKING']
}

const stageMessages: Record<Exclude<RecipeStage, 'READING'>, MessageDescriptor> = defineMessages({
  FETCHING: { id: 'stage.FETCHING', defaultMessage: 'Loading the page' },
  EXTRACTING: { id: 'stage.EXTRACTING', defaultMessage: 'Reading the recipe' },
  CHECKING: { id: 'stage.CHECKING', defaultMessage: 'Checking' },
})

const readingMessages: Record<'picture' | 'file', MessageDescriptor> = defineMessages({
  picture: { id: 'stage.READING.picture', defaultMessage: 'Reading the photo' },
  file: { id: 'stage.READING.file', defaultMessage: 'Opening the file' },
})

/** Message of a stage. That of the reading stage depends on the source. */
export function stageMessage(stage: RecipeStage, source: SourceKind): MessageDescriptor {
  return stage === 'READING' ? readingMessages[source === 'picture' ? 'picture' : 'file'] : stageMessages[stage]
}
