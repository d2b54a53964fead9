import {
  type ComponentType,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { NewUpload } from '../../../shared/api/uploads/upload-queue'
import { localeOf } from '../../../shared/i18n/locale'
import { siteOf } from '../../../shared/lib/recipe/address'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { narrows, WHOLE_LIST } from '../model/list-query'
import { AddBox, type AddBoxProps } from './AddBox'
import type { DeletionReportNoticeProps } from './DeletionReportNotice'
import type { DemoKitchenProps } from './DemoKitchen'
import { FinishedUploads } from './FinishedUploads'
import { type FailureParts, Failures } from './failures/failure-places'
import { besideFocus } from './focus'
import { ImportNews } from './ImportNews'
import { ListTools } from './ListTools'
import type { CollectionChipsProps } from './marks/CollectionChips'
import { type CardMarkParts, CardMarks } from './marks/mark-places'
import type { NothingFoundProps } from './NothingFound'
import type { ItemActions } from './RecipeItem'
import { RecipeList } from './RecipeList'
import type { SelectionBarProps } from './SelectionBar'
import type { FilterChipProps } from './search/FilterChip'
import type { FilterPanelProps } from './search/FilterPanel'
import { LoadingList, Unreachable, Welcome } from './states'
import { TagChips } from './TagChips'
import { ToShoppingList } from './ToShoppingList'
import type { SummaryPanelProps } from './upload/SummaryPanel'
import { useListQuery } from './useListQuery'
import { useSelection } from './useSelection'
import { useShown } from './useShown'
import { WriteYourOwn } from './WriteYourOwn'

interface MyRecipesPageProps {
  demo: boolean
  later: LaterParts
  /** Loaded after the rows; null until then. */
  marks: ListMarks | null
  /** Failure messages; null until loaded. */
  failures: FailureParts | null
}

/** Lazily loaded components of the list. */
export interface LaterParts {
  SelectionBar: ComponentType<SelectionBarProps>
  NothingFound: ComponentType<NothingFoundProps>
  FilterPanel: ComponentType<FilterPanelProps>
  DeletionReportNotice: ComponentType<DeletionReportNoticeProps>
  DemoKitchen: ComponentType<DemoKitchenProps>
  SummaryPanel: ComponentType<SummaryPanelProps>
  Tray: AddBoxProps['Tray']
  AddressList: AddBoxProps['AddressList']
  /** Progress and summary of a batch; null without one. */
  BatchPanel: ComponentType | null
  SharedArrival: AddBoxProps['SharedArrival']
}

/** Components for card marks, collections and filters. */
export interface ListMarks extends CardMarkParts {
  FilterChip: ComponentType<FilterChipProps>
  CollectionChips: ComponentType<CollectionChipsProps>
  /** Recipes for which programs propose changes. */
  ProgramProposalsNotice: ComponentType
}

/** The caller's recipes with the import box. */
export function MyRecipesPage({ demo, later, marks, failures }: MyRecipesPageProps) {
  const { SelectionBar, NothingFound, FilterPanel, DeletionReportNotice, DemoKitchen, SummaryPanel, BatchPanel } = later
  const intl = useIntl()
  const store = useRecipeStore()
  const { recipes, phase, whole, synced, report } = useRecipes()
  // For parts that may follow the list: each looks at all recipes, which takes time for thousands.
  const settled = useDeferredValue(recipes)
  const asked = useListQuery()
  const { query, view, change } = asked
  const shown = useShown(recipes, query)
  const selection = useSelection(recipes, shown.recipes)
  const [exporting, setExporting] = useState(false)
  const [isFiltering, setFiltering] = useState(false)

  const submit = useCallback(
    (url: string) => {
      // Default language for pages without one.
      store.submit(url, localeOf(location.pathname))
      if (narrows(query)) change({ ...WHOLE_LIST, sort: query.sort })
    },
    [store, query, change],
  )
  const submitUploads = useCallback(
    (uploads: readonly NewUpload[]) => {
      // Reversed, because the list starts with the newest.
      for (const upload of uploads.toReversed()) store.submitUpload(upload, localeOf(location.pathname))
      if (narrows(query)) change({ ...WHOLE_LIST, sort: query.sort })
    },
    [store, query, change],
  )
  const { toggle, end } = selection
  const actions: ItemActions = useMemo(
    () => ({
      onRetry: (id) => store.retry(id),
      onCancel: (id) => {
        const next = besideFocus(id)
        store.cancelUpload(id)
        next?.focus()
      },
      onRemove: (card) => {
        const next = besideFocus(card.id)
        store.remove(card.id, nameOf(card))
        next?.focus()
      },
      onToggle: toggle,
    }),
    [store, toggle],
  )

  const removeSelected = () => {
    if (selection.ids.size === 0) return
    const cards = recipes.map(({ card }) => card).filter(({ id }) => selection.ids.has(id))
    store.removeAll(cards.map((card) => ({ id: card.id, title: nameOf(card) })))
    selection.end()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    if (event.key === 'Escape') selection.end()
    else if (event.key === 'Delete') removeSelected()
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.selectAll()
    else return
    event.preventDefault()
  }
  useKeysOfPage(selection.active && !exporting, onKey)

  const empty = phase === 'ready' && whole && recipes.length === 0
  const narrowed = narrows(query)
  const tools = recipes.length > 0 && (recipes.length > 1 || narrowed || selection.active)
  const inSight = useMemo(
    () => (selection.ids.size === 0 ? 0 : shown.recipes.filter(({ card }) => selection.ids.has(card.id)).length),
    [shown.recipes, selection.ids],
  )
  const pointless = selection.active && recipes.length === 0
  useEffect(() => {
    if (pointless) end()
  }, [pointless, end])

  return (
    <div className="flex flex-col gap-4 pb-28 sm:gap-6" data-synced={synced}>
      {empty ? (
        <Welcome />
      ) : (
        <div className="-mb-3 flex flex-wrap items-center justify-between gap-x-4">
          <h1 className="flex items-baseline gap-3 text-3xl font-semibold sm:text-4xl">
            <FormattedMessage id="myRecipes.title" defaultMessage="My recipes" />
            {whole && recipes.length > 3 && (
              <span className="font-sans text-lg font-normal text-muted tabular-nums">
                {intl.formatNumber(recipes.length)}
              </span>
            )}
          </h1>
          <div className="flex flex-wrap items-center">
            <ToShoppingList />
            <WriteYourOwn isSmall />
          </div>
        </div>
      )}
      <div className={empty ? 'mx-auto flex w-full max-w-2xl flex-col items-center gap-2' : ''}>
        <AddBox {...later} roomy={empty} onImport={submit} onUpload={submitUploads} />
        {empty && <WriteYourOwn />}
      </div>
      <Failures value={failures}>
        <ImportNews recipes={settled} />
      </Failures>
      {BatchPanel !== null && (
        <Suspense>
          <Failures value={failures}>
            <BatchPanel />
          </Failures>
        </Suspense>
      )}
      <FinishedUploads recipes={settled} SummaryPanel={SummaryPanel} />
      {marks !== null && <marks.ProgramProposalsNotice />}
      {report !== null && (
        <Suspense>
          <DeletionReportNotice
            report={report}
            onRetry={() => {
              store.dismissReport()
              store.removeAll(report.failed)
            }}
            onDismiss={() => store.dismissReport()}
          />
        </Suspense>
      )}
      {phase === 'loading' && recipes.length === 0 && <LoadingList />}
      {phase === 'unreachable' && recipes.length === 0 && <Unreachable onRetry={() => store.retryConnection()} />}
      {tools && (
        <div className="flex flex-col gap-3">
          <ListTools
            asked={asked}
            selecting={selection.active}
            onSelect={selection.active ? selection.end : selection.begin}
          />
          {/* One row on phones, so that the first cards are in sight. */}
          <div className="-mx-4 flex scroll-px-4 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:m-0 sm:flex-col sm:gap-3 sm:overflow-visible sm:p-0">
            {marks !== null && <marks.FilterChip isOpen={isFiltering} onToggle={() => setFiltering(!isFiltering)} />}
            {marks !== null && <marks.CollectionChips query={query} onChange={change} />}
            <TagChips shown={shown} query={query} onTag={asked.toggleTag} onState={(state) => change({ state })} />
          </div>
          {(isFiltering || query.text !== '') && (
            <Suspense>
              <FilterPanel text={shown.query.text} isOpen={isFiltering} recipes={recipes} onText={asked.setText} />
            </Suspense>
          )}
          <p
            role="status"
            className={narrowed ? 'text-muted' : 'sr-only'}
            data-found={shown.recipes.length}
            data-found-for={shown.query.text}
          >
            {narrowed && (
              <FormattedMessage
                id="list.found"
                defaultMessage="{found, number} of {all, plural, one {# recipe} other {# recipes}}"
                values={{ found: shown.recipes.length, all: recipes.length }}
              />
            )}
          </p>
        </div>
      )}
      {recipes.length > 0 && shown.recipes.length > 0 && (
        <CardMarks value={marks}>
          <Failures value={failures}>
            <RecipeList
              recipes={shown.recipes}
              view={view}
              selecting={selection.active}
              selected={selection.ids}
              actions={actions}
            />
          </Failures>
        </CardMarks>
      )}
      {recipes.length > 0 && shown.recipes.length === 0 && (
        <Suspense>
          <NothingFound query={query} tags={shown.tags} loading={!whole} onChange={change} />
        </Suspense>
      )}
      {/* Loaded after the rows, if there are any. */}
      {demo && phase === 'ready' && (empty || marks !== null) && (
        <Suspense>
          <DemoKitchen prominent={empty} recipes={settled} onPick={submit} />
        </Suspense>
      )}
      {selection.active && (
        <Suspense>
          <SelectionBar
            ids={selection.ids}
            finished={idsInOrder(recipes, selection.ids)}
            outOfSight={selection.ids.size - inSight}
            shown={shown.recipes.length}
            allShown={inSight === shown.recipes.length}
            exporting={exporting}
            onSelectAll={selection.selectAll}
            onExporting={setExporting}
            onRemove={removeSelected}
            onEnd={selection.end}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Selected finished recipes, in list order. */
function idsInOrder(recipes: readonly ShownRecipe[], ids: ReadonlySet<string>): string[] {
  return recipes.filter(({ card }) => ids.has(card.id) && card.status === 'SUCCESS').map(({ card }) => card.id)
}

function nameOf(card: RecipeCard): string | null {
  return card.title ?? siteOf(card.url) ?? card.sourceName
}

/** Listens on the document, because a press on a card leaves nothing focused. */
function useKeysOfPage(active: boolean, onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    if (!active) return
    const hear = (event: KeyboardEvent) => latest.current(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [active])
}

/** Whether the target handles keys itself. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}
