import { expect, it } from 'vitest'
import { CREATE_UPLOAD, SET_RECIPE_PICTURE } from '../../../contract/upload-operations'
import { ScriptedBackend } from '../../../shared/api/test-support'
import type { postForm } from '../../../shared/api/uploads/post-form'
import { Problem } from '../../../shared/lib/errors'
import { givePicture, takePictureAway } from './own-picture'

const ID = 'a'.repeat(32)
const PICTURE = { name: 'dish.jpg', contentType: 'image/jpeg', blob: new Blob(['dish']) }
const sending = { signal: new AbortController().signal, onProgress: () => undefined }
const stored: typeof postForm = async () => 'stored'

function aBackend(): ScriptedBackend {
  const backend = new ScriptedBackend()
  backend.answer(CREATE_UPLOAD, () => ({ createUpload: { url: '/store', fields: [] } }))
  backend.answer(SET_RECIPE_PICTURE, () => ({ setRecipePicture: { id: ID, version: 2 } }))
  return backend
}

it('uploads the photo and adds its submission to the recipe', async () => {
  const backend = aBackend()
  await givePicture(backend, ID, PICTURE, sending, stored)
  const [form, given] = backend.sent
  const input = (form?.variables as { input: { submission: string } } | undefined)?.input
  expect(input).toMatchObject({ kind: 'PICTURE', position: 0, contentType: 'image/jpeg', size: 4, name: 'dish.jpg' })
  expect(given?.variables).toEqual({ id: ID, pictureSubmissionUUID: input?.submission })
})

it('changes nothing if the upload is refused or aborted', async () => {
  const backend = aBackend()
  const refused = givePicture(backend, ID, PICTURE, sending, async () => 'expired')
  await expect(refused).rejects.toEqual(new Problem('UPLOAD_REFUSED'))
  const signal = AbortSignal.abort(new Error('called off'))
  await expect(givePicture(backend, ID, PICTURE, { ...sending, signal }, stored)).rejects.toThrow('called off')
  expect(backend.countOf(SET_RECIPE_PICTURE)).toBe(0)
})

it('removes a photo without an upload', async () => {
  const backend = aBackend()
  await takePictureAway(backend, ID)
  expect(backend.sent).toEqual([{ operation: SET_RECIPE_PICTURE, variables: { id: ID, pictureSubmissionUUID: null } }])
  backend.answer(SET_RECIPE_PICTURE, () => ({ setRecipePicture: null }))
  await expect(takePictureAway(backend, ID)).rejects.toEqual(new Problem('UPDATE_EMPTY'))
})
