import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHref, useLocation } from 'react-router'
import { copyText } from '../../../../shared/lib/browser/copy-text'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { CheckIcon, LinkIcon, ShareIcon } from '../../../../shared/ui/icons'

interface ShareDialogProps {
  recipe: Recipe
  onClose: () => void
}

/** Share link with the current scaling, and who can open it. */
export function ShareDialog({ recipe, onClose }: ShareDialogProps) {
  const intl = useIntl()
  const { search } = useLocation()
  const href = useHref({ pathname: paths.recipe(recipe.id), search: amountsOf(search) })
  const link = new URL(href, location.origin).href
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'copied' | 'failed' | null>(null)
  const title = recipe.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })

  const copy = () => {
    field.current?.select()
    // If the clipboard fails, the selected link can be copied by hand.
    void copyText(link).then((done) => setCopied(done ? 'copied' : 'failed'))
  }
  const share = () => {
    // A cancelled share dialog is not an error.
    navigator.share({ title, url: link }).then(onClose, () => undefined)
  }
  return (
    <Dialog
      title={<FormattedMessage id="share.title" defaultMessage="Share this recipe" />}
      onClose={onClose}
      actions={
        <>
          {'share' in navigator && (
            <Button variant="quiet" onClick={share}>
              <ShareIcon />
              <FormattedMessage id="share.device" defaultMessage="Share with…" />
            </Button>
          )}
          <Button onClick={copy}>
            {copied === 'copied' ? <CheckIcon /> : <LinkIcon />}
            {copied === 'copied' ? (
              <FormattedMessage id="share.copied" defaultMessage="Copied" />
            ) : (
              <FormattedMessage id="share.copy" defaultMessage="Copy link" />
            )}
          </Button>
        </>
      }
    >
      <label htmlFor="share-link" className="text-sm font-semibold text-muted">
        <FormattedMessage id="share.link" defaultMessage="Link" />
      </label>
      <input
        ref={field}
        id="share-link"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-1 min-h-11 w-full rounded-xl border border-line-strong bg-page px-3"
      />
      <p className="mt-3 text-muted">
        <FormattedMessage
          id="share.who"
          defaultMessage="Anyone with the link can see the recipe and photo. Your notes and name stay private."
        />
      </p>
      <p aria-live="polite" className="mt-2 text-sm">
        {copied === 'copied' && (
          <span className="sr-only">
            <FormattedMessage id="share.copied" defaultMessage="Copied" />
          </span>
        )}
        {copied === 'failed' && (
          <FormattedMessage
            id="share.failed"
            defaultMessage="Couldn’t copy automatically. Select the link and copy it."
          />
        )}
      </p>
    </Dialog>
  )
}

/** Only the scaling parameters. */
function amountsOf(search: string): string {
  const params = [...new URLSearchParams(search)].filter(([name]) => name === 'servings' || name === 'x')
  return new URLSearchParams(params).toString()
}
