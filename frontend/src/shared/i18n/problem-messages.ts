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
    defaultMessage: 'That isn’t a web page link. Copy it from your browser’s address bar; it starts with https://.',
  },
  ADDRESS_NOT_ALLOWED: {
    id: 'problem.ADDRESS_NOT_ALLOWED',
    defaultMessage: 'This link isn’t public. Use a page anyone can open.',
  },
  UNREACHABLE: {
    id: 'problem.UNREACHABLE',
    defaultMessage: 'The site didn’t respond. Check the link for typos, or try again in a few minutes.',
  },
  TIMED_OUT: {
    id: 'problem.TIMED_OUT',
    defaultMessage: 'The site took too long to respond. Try again in a few minutes.',
  },
  NOT_FOUND: {
    id: 'problem.NOT_FOUND',
    defaultMessage: 'This page no longer exists. Look for the recipe on the site and copy its new link.',
  },
  SITE_BLOCKED: {
    id: 'problem.SITE_BLOCKED',
    defaultMessage: 'This site blocks importing, but not your browser. Open the page and bring it here.',
  },
  SITE_ERROR: {
    id: 'problem.SITE_ERROR',
    defaultMessage: 'The site returned an error. Try again later.',
  },
  TOO_LARGE: {
    id: 'problem.TOO_LARGE',
    defaultMessage: 'This page is too large for us to read. Use the link of the recipe itself, not of a collection.',
  },
  TOO_MANY_REDIRECTS: {
    id: 'problem.TOO_MANY_REDIRECTS',
    defaultMessage: 'This link redirects endlessly. Open it in your browser and copy the final link.',
  },
  NOT_A_PAGE: {
    id: 'problem.NOT_A_PAGE',
    defaultMessage: 'This link leads to a file, not a web page. Use the link of a page that shows the recipe as text.',
  },
  NOT_A_RECIPE: {
    id: 'problem.NOT_A_RECIPE',
    defaultMessage:
      'We found no recipe on this page. Open the recipe itself, not a list or an article, and copy its link.',
  },
  NO_RECIPE_IN_VIDEO: {
    id: 'problem.NO_RECIPE_IN_VIDEO',
    defaultMessage:
      'We found no recipe in this video’s description. Look for a link to the written recipe below the video.',
  },
  PART_MISSING: {
    id: 'problem.PART_MISSING',
    defaultMessage:
      'This recipe is no longer on its page, or was renamed. Open the page in your browser and look for it.',
  },
  INTERRUPTED: {
    id: 'problem.INTERRUPTED',
    defaultMessage: 'The import was interrupted on our side. Try again.',
  },
  UNREADABLE_PICTURE: {
    id: 'problem.UNREADABLE_PICTURE',
    defaultMessage: 'We can’t open this photo; it may be damaged. Take it again or save it as JPEG, then try again.',
  },
  UNSUPPORTED_PICTURE: {
    id: 'problem.UNSUPPORTED_PICTURE',
    defaultMessage: 'We can’t read this type of photo. Save it as JPEG or PNG and try again.',
  },
  PICTURE_TOO_LARGE: {
    id: 'problem.PICTURE_TOO_LARGE',
    defaultMessage: 'This photo is over 60 megapixels. Use a smaller copy.',
  },
  NO_TEXT_IN_PICTURE: {
    id: 'problem.NO_TEXT_IN_PICTURE',
    defaultMessage:
      'We found no text in this photo. Take it again from above, in good light, and fill the frame, then try again.',
  },
  NO_RECIPE_IN_PICTURE: {
    id: 'problem.NO_RECIPE_IN_PICTURE',
    defaultMessage: 'We found no recipe in this photo. Use a photo that shows the ingredients or steps.',
  },
  UNREADABLE_FILE: {
    id: 'problem.UNREADABLE_FILE',
    defaultMessage:
      'We can’t open this file; it may be damaged or not the type its name says. Save or export it again, then try again.',
  },
  UNSUPPORTED_FILE: {
    id: 'problem.UNSUPPORTED_FILE',
    defaultMessage:
      'We can’t read this type of file. Use a PDF, Word, OpenDocument, RTF, text, HTML or EPUB file, or an export from another recipe app.',
  },
  ENCRYPTED_FILE: {
    id: 'problem.ENCRYPTED_FILE',
    defaultMessage: 'This file is password-protected. Save a copy without the password and try again.',
  },
  FILE_TOO_LARGE: {
    id: 'problem.FILE_TOO_LARGE',
    defaultMessage: 'This file has more content than we can read at once. Split it and try again.',
  },
  NO_RECIPE_IN_FILE: {
    id: 'problem.NO_RECIPE_IN_FILE',
    defaultMessage: 'We found no recipe in this file. Use a file with the ingredients or steps as text.',
  },
  READING_TIMED_OUT: {
    id: 'problem.READING_TIMED_OUT',
    defaultMessage: 'This upload took too long to read. Try again with a smaller file or a clearer photo.',
  },
  NO_TEXT_RECOGNITION: {
    id: 'problem.NO_TEXT_RECOGNITION',
    defaultMessage: 'We can’t read photos on this server. Use a file with text and try again.',
  },
  UPLOAD_MISSING: {
    id: 'problem.UPLOAD_MISSING',
    defaultMessage: 'The upload expired. Choose the photo or file again, or send the page again, then try again.',
  },
  READER_FAILED: {
    id: 'problem.READER_FAILED',
    defaultMessage: 'We couldn’t read this recipe, and it’s our fault. Write it yourself, or try again in a few days.',
  },
  ASSISTANT_FOUND_NOTHING: {
    id: 'problem.ASSISTANT_FOUND_NOTHING',
    defaultMessage: 'The assistant found no recipe here either. Open the original, or write the recipe yourself.',
  },
  ASSISTANT_UNAVAILABLE: {
    id: 'problem.ASSISTANT_UNAVAILABLE',
    defaultMessage: 'The assistant isn’t available right now. Try again later.',
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
