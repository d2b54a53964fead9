import { EditPage } from '../features/edit/ui/EditPage'
import { OwnPicture } from '../features/recipe/ui/picture/OwnPicture'

/** The form of a recipe, with the way to a picture of one's own that the recipe's page has. */
export function EditScreen() {
  return <EditPage OwnPicture={OwnPicture} />
}
