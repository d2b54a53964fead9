import { EditPage } from '../features/edit/EditPage'
import { OwnPicture } from '../features/recipe/picture/OwnPicture'

/** The form of a recipe, with the way to a picture of one's own that the recipe's page has. */
export function EditScreen() {
  return <EditPage OwnPicture={OwnPicture} />
}
