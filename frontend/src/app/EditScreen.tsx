import { EditPage } from '../features/edit/ui/EditPage'
import { OwnPicture } from '../features/recipe/ui/picture/OwnPicture'

export function EditScreen() {
  return <EditPage OwnPicture={OwnPicture} />
}
