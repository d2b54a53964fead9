import { EditPage } from '../features/edit/ui/EditPage'
import { OwnPicture } from '../features/recipe/ui/picture/OwnPicture'

/** The edit form, with the picture upload of the recipe page. */
export function EditScreen() {
  return <EditPage OwnPicture={OwnPicture} />
}
