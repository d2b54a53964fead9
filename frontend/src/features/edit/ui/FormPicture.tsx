import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { RecipePicture } from '../../../shared/ui/RecipePicture'

/** Wraps the photo with the control to replace it. */
export type PictureFrame = ComponentType<{
  recipe: Recipe
  className: string
  onChanged: (recipe: Recipe) => void
  children: ReactNode
}>

interface FormPictureProps {
  recipe: Recipe
  /** Title as typed in the form. */
  title: string
  OwnPicture: PictureFrame
  /** Called with the recipe after a photo change, which is stored at once, independently of the form. */
  onChanged: (recipe: Recipe) => void
}

/** The recipe's photo in the form. */
export function FormPicture({ recipe, title, OwnPicture, onChanged }: FormPictureProps) {
  const { cache } = useRecipeStore()
  const now = useSyncExternalStore(cache.subscribe, () => cache.peek(recipe.id)) ?? recipe
  const place = 'max-sm:order-first sm:mt-7 sm:self-start max-sm:[&>button]:right-3'
  const picture = (
    <RecipePicture
      imageUrl={now.imageUrl}
      title={title}
      sizes="(min-width: 40rem) 24rem, 100vw"
      className={`w-full rounded-2xl max-sm:aspect-[5/2] sm:aspect-square ${recipe.status === 'SUCCESS' ? '' : place}`}
    />
  )
  if (recipe.status !== 'SUCCESS') return picture
  return (
    <OwnPicture recipe={now} className={place} onChanged={onChanged}>
      {picture}
    </OwnPicture>
  )
}
