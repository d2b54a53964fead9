/** Sets the user's own photo of a recipe. Loaded with its dialog. */

import { CREATE_UPLOAD, SET_RECIPE_PICTURE } from '../../../contract/upload-operations'
import type { Backend } from '../../../shared/api/backend'
import { type PostOptions, postForm } from '../../../shared/api/uploads/post-form'
import { Problem } from '../../../shared/lib/errors'

/** A photo prepared by `shared/lib/importing/prepare`. */
export interface PictureToSend {
  readonly name: string | null
  readonly contentType: string
  readonly blob: Blob
}

/**
 * Uploads a photo and sets it on a recipe. Rejects with a `Problem`, or with the abort reason; an unused upload expires
 * after a day.
 */
export async function givePicture(
  { send }: Pick<Backend, 'send'>,
  id: string,
  { name, contentType, blob }: PictureToSend,
  sending: PostOptions,
  post = postForm,
): Promise<void> {
  const submission = crypto.randomUUID()
  const input = { submission, kind: 'PICTURE', position: 0, contentType, size: blob.size, name } as const
  const { createUpload } = await send(CREATE_UPLOAD, { input })
  sending.signal.throwIfAborted()
  if (createUpload === null || (await post(createUpload, blob, sending)) !== 'stored')
    throw new Problem('UPLOAD_REFUSED')
  await set({ send }, id, submission)
}

/** Removes a recipe's photo. Rejects with a `Problem`. */
export async function takePictureAway({ send }: Pick<Backend, 'send'>, id: string): Promise<void> {
  await set({ send }, id, null)
}

async function set({ send }: Pick<Backend, 'send'>, id: string, submission: string | null): Promise<void> {
  const { setRecipePicture } = await send(SET_RECIPE_PICTURE, { id, pictureSubmissionUUID: submission })
  if (setRecipePicture === null) throw new Problem('UPDATE_EMPTY')
}
