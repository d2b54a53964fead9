/** The GraphQL operations of uploads. */
import type { UploadKind } from '../lib/upload'
import type { Operation } from './operations'

/** Where the bytes go: a form of `fields` in their order, and the bytes last, as `file`. */
export interface UploadForm {
  readonly url: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

export interface CreateUpload {
  /** All pictures of one recipe share it. */
  readonly submission: string
  readonly kind: UploadKind
  /** Of a picture among its recipe's, from 0. */
  readonly position: number
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly name: string | null
}

export const CREATE_UPLOAD: Operation<{ createUpload: UploadForm | null }, { input: CreateUpload }> = {
  ownership: false,
  text: 'mutation CreateUpload($input: CreateUploadInput!) { createUpload(input: $input) { url fields { name value } } }',
}

export const DELETE_UPLOAD: Operation<{ deleteUpload: { submission: string } | null }, { submission: string }> = {
  ownership: true,
  text: 'mutation DeleteUpload($submission: ID!) { deleteUpload(submission: $submission) { submission } }',
}
