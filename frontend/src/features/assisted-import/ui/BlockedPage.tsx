import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { useNavigate } from 'react-router'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { localeOf } from '../../../shared/i18n/locale'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { ExternalIcon } from '../../../shared/ui/icons'
import { PublicLink } from '../../../shared/ui/PublicLink'
import { type Pasted, uploadOfPasted } from '../api/pasted-page'
import type { FailedRecipe } from './AssistOffer'

/** Minimum length of an input that counts as pasted: a keyboard's clipboard inserts it without a paste event. */
const PASTED_CHARACTERS = 40

/** Ways to import a page that blocks servers: the bookmarklet on a computer, or a copy of the page. */
export function BlockedPage({ recipe: { id, url } }: { recipe: FailedRecipe }) {
  const store = useRecipeStore()
  const navigate = useNavigate()
  const boxId = useId()
  const locale = localeOf(location.pathname)
  const take = (pasted: Pasted) => {
    const upload = uploadOfPasted(pasted, url ?? '', crypto.randomUUID())
    if (upload === null) return
    store.submitUpload(upload, locale)
    store.remove(id, null)
    void navigate(paths.myRecipes)
  }
  return (
    <div data-blocked className="flex flex-col items-start gap-3 text-sm">
      <PublicLink to={paths.bookmarklet} className={`${buttonClass('quiet')} pointer-coarse:hidden`}>
        <ExternalIcon className="size-4" />
        <FormattedMessage id="blocked.bookmarklet" defaultMessage="Import from your browser" />
      </PublicLink>
      <label htmlFor={boxId}>
        <FormattedMessage id="blocked.paste" defaultMessage="Open the page, select all, copy it, and paste it here:" />
      </label>
      <textarea
        id={boxId}
        rows={2}
        value=""
        autoComplete="off"
        spellCheck={false}
        onPaste={(event) => {
          event.preventDefault()
          const { clipboardData } = event
          take({ html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') })
        }}
        onChange={({ target: { value } }) => value.length >= PASTED_CHARACTERS && take({ html: '', text: value })}
        className="w-full resize-none rounded-2xl border border-line-strong bg-surface px-4 py-2 text-base"
      />
    </div>
  )
}
