import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import { siteOf } from '../../../shared/lib/recipe/address'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass, IconButton } from '../../../shared/ui/Button'
import { CloseIcon } from '../../../shared/ui/icons'
import { RecipePicture } from '../../../shared/ui/RecipePicture'

interface HaveAlreadyProps {
  recipe: ShownRecipe
  onImport: () => void
  onClose: () => void
}

/** Notice that the list already has the page, before anything is sent. */
export function HaveAlready({ recipe: { card, stored }, onImport, onClose }: HaveAlreadyProps) {
  const intl = useIntl()
  const title = card.title ?? siteOf(card.url) ?? card.url ?? ''
  return (
    <section
      role="alert"
      data-have-already={card.id}
      className="relative flex animate-arrive items-start gap-4 rounded-2xl border border-line-strong bg-surface p-4 pr-12 shadow-card"
    >
      <RecipePicture
        imageUrl={card.imageUrl}
        title={card.title}
        sizes="6rem"
        className="hidden size-20 shrink-0 rounded-xl min-[24rem]:grid [&_span]:text-3xl"
      />
      <div className="flex min-w-0 flex-col gap-3">
        <p className="line-clamp-3 wrap-anywhere">
          {card.status === 'PENDING' ? (
            <FormattedMessage
              id="same.pending"
              defaultMessage="This page is already importing: {title}"
              values={{ title: <b className="font-semibold">{title}</b> }}
            />
          ) : (
            <FormattedMessage
              id="same.done"
              defaultMessage="You already have this recipe: {title}"
              values={{ title: <b className="font-semibold">{title}</b> }}
            />
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {stored && (
            <Link to={paths.recipe(card.id)} className={buttonClass('primary')}>
              <FormattedMessage id="same.open" defaultMessage="Open yours" />
            </Link>
          )}
          <Button variant="quiet" onClick={onImport}>
            <FormattedMessage id="same.import" defaultMessage="Import anyway" />
          </Button>
        </div>
      </div>
      <IconButton
        label={intl.formatMessage({ id: 'same.close', defaultMessage: 'Cancel' })}
        onClick={onClose}
        className="absolute top-1 right-1"
      >
        <CloseIcon className="size-4" />
      </IconButton>
    </section>
  )
}
