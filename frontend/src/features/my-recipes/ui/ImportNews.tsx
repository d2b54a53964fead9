import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import { sourceKind, stageMessage } from '../../../shared/i18n/stage-messages'
import { siteOf } from '../../../shared/lib/recipe/address'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { ReasonPlace } from './failures/failure-places'

/** Live region for import progress. */
export function ImportNews({ recipes }: { recipes: readonly ShownRecipe[] }) {
  const intl = useIntl()
  const [news, setNews] = useState<readonly ReactNode[]>([])
  /** Pending cards at the last render. */
  const before = useRef<ReadonlyMap<string, RecipeCard>>(new Map())

  useEffect(() => {
    const sentences: ReactNode[] = []
    const pending = new Map<string, RecipeCard>()
    for (const { card } of recipes) {
      if (card.status === 'PENDING') pending.set(card.id, card)
      const last = before.current.get(card.id)
      // Does not announce imports that were already finished at first sight.
      if (last === undefined || (last.status === card.status && last.stage === card.stage)) continue
      const name = card.title ?? siteOf(card.url) ?? card.sourceName ?? ''
      if (card.status === 'SUCCESS') {
        sentences.push(intl.formatMessage({ id: 'news.ready', defaultMessage: '{name} is ready.' }, { name }))
      } else if (card.status === 'FAILED') {
        sentences.push(
          <>
            {name}: <ReasonPlace recipe={card} />
          </>,
        )
      } else if (card.stage !== null) {
        sentences.push(`${name}: ${intl.formatMessage(stageMessage(card.stage, sourceKind(card)))}`)
      }
    }
    before.current = pending
    if (sentences.length > 0) setNews(sentences)
  }, [recipes, intl])

  return (
    <div className="sr-only" aria-live="polite" data-news>
      {news.map((sentence, index) => (
        // The whole text is replaced.
        <Fragment key={index}>{sentence} </Fragment>
      ))}
    </div>
  )
}
