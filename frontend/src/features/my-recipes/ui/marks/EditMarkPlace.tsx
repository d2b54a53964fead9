import { use } from 'react'
import { CardMarks } from './card-marks'

/** Where a card says that changes of its recipe wait to be sent, once that is here. */
export function EditMarkPlace({ id }: { id: string }) {
  const EditMark = use(CardMarks)?.EditMark
  return EditMark === undefined ? null : <EditMark id={id} />
}
