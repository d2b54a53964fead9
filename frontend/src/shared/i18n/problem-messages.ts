import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { ImportProblem } from '../lib/errors'
import {
  type CodedProblem,
  codedProblemOf,
  describeCallProblem,
  type FailedImport,
  type Situation,
} from './call-problem-messages'

/** Messages for failed imports, in any situation. */
export const importMessages: Record<Exclude<ImportProblem, 'INTERNAL'>, MessageDescriptor> = defineMessages({
  INVALID_URL: {
    id: 'problem.INVALID_URL',
    defaultMessage:
      'That is not the address of a web page. Copy it from the browser’s address bar; it starts with https://.',
  },
  ADDRESS_NOT_ALLOWED: {
    id: 'problem.ADDRESS_NOT_ALLOWED',
    defaultMessage: 'This address is not on the public internet. Use the address of a page that everyone can open.',
  },
  UNREACHABLE: {
    id: 'problem.UNREACHABLE',
    defaultMessage: 'The site did not answer. Check the address for a typing error, or try again in a few minutes.',
  },
  TIMED_OUT: {
    id: 'problem.TIMED_OUT',
    defaultMessage: 'The site took too long to answer. Try again in a few minutes.',
  },
  NOT_FOUND: {
    id: 'problem.NOT_FOUND',
    defaultMessage:
      'There is no page at this address any more. Look for the recipe on the site and copy its new address.',
  },
  SITE_BLOCKED: {
    id: 'problem.SITE_BLOCKED',
    defaultMessage:
      'This site does not let other services read its pages. Open the page in your browser to use the recipe there.',
  },
  SITE_ERROR: {
    id: 'problem.SITE_ERROR',
    defaultMessage: 'The site answered with an error of its own. Try again later.',
  },
  TOO_LARGE: {
    id: 'problem.TOO_LARGE',
    defaultMessage:
      'This page is too large to be read as a recipe. Use the address of the recipe itself, not of a collection.',
  },
  TOO_MANY_REDIRECTS: {
    id: 'problem.TOO_MANY_REDIRECTS',
    defaultMessage:
      'The address leads from page to page without an end. Open it in your browser and copy the address you arrive at.',
  },
  NOT_A_PAGE: {
    id: 'problem.NOT_A_PAGE',
    defaultMessage:
      'There is a file behind this address, not a web page. Use the address of a page that shows the recipe as text.',
  },
  NOT_A_RECIPE: {
    id: 'problem.NOT_A_RECIPE',
    defaultMessage:
      'We found no recipe on this page. Open the recipe itself, not a list or an article, and copy its address.',
  },
  PART_MISSING: {
    id: 'problem.PART_MISSING',
    defaultMessage:
      'This recipe is not on its page any more, or has another name there. Open the page in your browser and look for it.',
  },
  INTERRUPTED: {
    id: 'problem.INTERRUPTED',
    defaultMessage: 'The import was interrupted on our side. Try again.',
  },
  UNREADABLE_PICTURE: {
    id: 'problem.UNREADABLE_PICTURE',
    defaultMessage:
      'This picture cannot be opened; it may be cut off or damaged. Take it again, or save it as JPEG, and try again.',
  },
  UNSUPPORTED_PICTURE: {
    id: 'problem.UNSUPPORTED_PICTURE',
    defaultMessage: 'This kind of picture cannot be read. Save it as JPEG or PNG and try again.',
  },
  PICTURE_TOO_LARGE: {
    id: 'problem.PICTURE_TOO_LARGE',
    defaultMessage: 'This picture has too many pixels. Use a smaller copy of at most 60 megapixels.',
  },
  NO_TEXT_IN_PICTURE: {
    id: 'problem.NO_TEXT_IN_PICTURE',
    defaultMessage:
      'We found no text in this picture. Take it again from above, in good light, so that the recipe fills it, and try again.',
  },
  NO_RECIPE_IN_PICTURE: {
    id: 'problem.NO_RECIPE_IN_PICTURE',
    defaultMessage:
      'We could read this picture, but found no recipe in it. Use a picture that shows the ingredients or the steps.',
  },
  UNREADABLE_FILE: {
    id: 'problem.UNREADABLE_FILE',
    defaultMessage:
      'This file cannot be opened; it may be damaged, or not what its name says. Save or export it again and try again.',
  },
  UNSUPPORTED_FILE: {
    id: 'problem.UNSUPPORTED_FILE',
    defaultMessage:
      'This kind of file cannot be read. Use a PDF, a Word, OpenDocument, RTF, text, HTML or EPUB file, or another recipe app’s export.',
  },
  ENCRYPTED_FILE: {
    id: 'problem.ENCRYPTED_FILE',
    defaultMessage: 'This file is protected by a password. Save a copy without the password and try again.',
  },
  FILE_TOO_LARGE: {
    id: 'problem.FILE_TOO_LARGE',
    defaultMessage: 'This file holds more than can be read at once. Split it into smaller files and try again.',
  },
  NO_RECIPE_IN_FILE: {
    id: 'problem.NO_RECIPE_IN_FILE',
    defaultMessage: 'We found no recipe in this file. Use a file that holds the ingredients or the steps as text.',
  },
  READING_TIMED_OUT: {
    id: 'problem.READING_TIMED_OUT',
    defaultMessage: 'This upload took too long to read. Try again with a smaller file or a clearer picture.',
  },
  NO_TEXT_RECOGNITION: {
    id: 'problem.NO_TEXT_RECOGNITION',
    defaultMessage:
      'Pictures cannot be read here, because tesseract is not installed. Use a file with text, or install tesseract-ocr and try again.',
  },
  UPLOAD_MISSING: {
    id: 'problem.UPLOAD_MISSING',
    defaultMessage:
      'This upload is no longer there. Choose the picture or file again, or send the page again, then try again.',
  },
  READER_FAILED: {
    id: 'problem.READER_FAILED',
    defaultMessage:
      'Our reader stumbled over this recipe. The mistake is ours and trying again at once will not help: write the recipe down by hand, or try again in some days.',
  },
  ASSISTANT_FOUND_NOTHING: {
    id: 'problem.ASSISTANT_FOUND_NOTHING',
    defaultMessage:
      'The assistant found no recipe here either. Open the original to look for it, or write the recipe down by hand.',
  },
  ASSISTANT_UNAVAILABLE: {
    id: 'problem.ASSISTANT_UNAVAILABLE',
    defaultMessage: 'The assistant could not read this at the moment. Try again later.',
  },
})

/** The localized message of a failed import or call. */
export function describeProblem(intl: IntlShape, situation: Situation, problem: CodedProblem): string {
  const { code } = problem
  return isOfImports(code) ? intl.formatMessage(importMessages[code]) : describeCallProblem(intl, situation, problem)
}

export function describeImportProblem(intl: IntlShape, failed: FailedImport): string {
  return describeProblem(intl, ...codedProblemOf(failed))
}

function isOfImports(code: string | null): code is keyof typeof importMessages {
  return code !== null && Object.hasOwn(importMessages, code)
}
