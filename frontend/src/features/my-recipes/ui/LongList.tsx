import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { rowsOf } from '../model/rows'
import { followArrows } from './arrows'
import { RecipeItem, whenOf } from './RecipeItem'
import type { RecipeListProps } from './recipe-list-props'
import { useColumns } from './useColumns'
import { useRememberedHeights } from './useRememberedHeights'
import { useTopOf } from './useTopOf'

/** Rows rendered beyond the window, for the tab key and fast scrolling. */
const OVERSCAN = 2

/** Virtualized list. The browser's find-in-page sees only rendered rows; the list's own search covers all. */
export function LongList({ recipes, view, selecting, selected, actions }: RecipeListProps) {
  const intl = useIntl()
  const list = useRef<HTMLDivElement>(null)
  const columns = useColumns(view)
  const rows = useMemo(() => rowsOf(recipes, columns), [recipes, columns])
  const top = useTopOf(list)
  const [focused, setFocused] = useState<number | null>(null)
  const measured = useRememberedHeights(`${view} ${columns}`)
  // A new function makes the virtualizer measure all rows again.
  const keyOf = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (view === 'grid' ? 300 : 76),
    getItemKey: keyOf,
    gap: view === 'grid' ? (columns > 2 ? 20 : 12) : 8,
    overscan: OVERSCAN,
    scrollMargin: top,
    indexAttribute: 'data-row',
    initialMeasurementsCache: measured.before,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
      // Keep the focused row mounted, or the focus would be lost.
      if (focused === null || focused >= count || (focused >= first && focused <= last)) return indexes
      return focused < first ? [focused, ...indexes] : [...indexes, focused]
    },
  })
  measured.keep(() => virtualizer.measurementsCache)

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows stand between the list and its items, which ul and li do not allow.
    <div
      ref={list}
      role="list"
      aria-label={intl.formatMessage({ id: 'list.label', defaultMessage: 'Recipes' })}
      data-long-list={recipes.length}
      onKeyDown={followArrows}
      onBlur={() => setFocused(null)}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which row holds the focus.
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-row={index}
              role="presentation"
              onFocus={() => setFocused(index)}
              className={`absolute inset-x-0 top-0 grid ${columns > 2 ? 'gap-5' : 'gap-3'}`}
              style={{
                transform: `translateY(${start - top}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {row.recipes.map((recipe, place) => (
                // biome-ignore lint/a11y/useSemanticElements: as above.
                <div
                  key={recipe.card.id}
                  role="listitem"
                  aria-setsize={recipes.length}
                  aria-posinset={row.first + place + 1}
                  data-index={row.first + place}
                  className={`min-w-0 ${row.wide ? 'col-span-full' : ''}`}
                >
                  <RecipeItem
                    recipe={recipe}
                    view={view}
                    when={whenOf(row.first + place)}
                    selecting={selecting}
                    selected={selected.has(recipe.card.id)}
                    {...actions}
                  />
                </div>
              ))}
            </div>
          )
        )
      })}
    </div>
  )
}
