import { useEffect, useState, useSyncExternalStore } from 'react'
import { type FailureParts, GeneralReason } from '../features/my-recipes/ui/failures/failure-places'
import { type LaterParts, type ListMarks, MyRecipesPage } from '../features/my-recipes/ui/MyRecipesPage'
import { useAppConfig } from '../shared/api/app-config'
import { useRecipes } from '../shared/api/recipes/RecipesProvider'
import { batchFlag } from '../shared/lib/importing/batch-flag'
import { lazyPage } from './lazy-page'

const SelectionBar = lazyPage(
  'later',
  async () => (await import('../features/my-recipes/ui/SelectionBar')).SelectionBar,
)
const NothingFound = lazyPage(
  'later',
  async () => (await import('../features/my-recipes/ui/NothingFound')).NothingFound,
)
const FilterPanel = lazyPage(
  'filters',
  async () => (await import('../features/my-recipes/ui/search/FilterPanel')).FilterPanel,
)
const DeletionReportNotice = lazyPage(
  'later',
  async () => (await import('../features/my-recipes/ui/DeletionReportNotice')).DeletionReportNotice,
)
const DemoKitchen = lazyPage('demo', async () => (await import('../features/my-recipes/ui/DemoKitchen')).DemoKitchen)
const SharedArrival = lazyPage(
  'later',
  async () => (await import('../features/my-recipes/ui/shared/SharedArrival')).SharedArrival,
)
const Tray = lazyPage('later', async () => (await import('../features/my-recipes/ui/upload/Tray')).Tray)
const SummaryPanel = lazyPage(
  'failures',
  async () => (await import('../features/my-recipes/ui/upload/SummaryPanel')).SummaryPanel,
)
const AddressList = lazyPage(
  'batch',
  async () => (await import('../features/my-recipes/ui/several/AddressList')).AddressList,
)
const BatchPanel = lazyPage(
  'batch',
  async () => (await import('../features/my-recipes/ui/several/BatchPanel')).BatchPanel,
)
const LATER: LaterParts = {
  SelectionBar,
  NothingFound,
  FilterPanel,
  DeletionReportNotice,
  DemoKitchen,
  SummaryPanel,
  Tray,
  AddressList,
  BatchPanel: null,
  SharedArrival,
}
const WITH_BATCH: LaterParts = { ...LATER, BatchPanel }
const Reason = lazyPage('failures', async () => (await import('../features/my-recipes/ui/failures/Reason')).Reason)
const Offer = lazyPage('assist', async () => (await import('../features/assisted-import/ui/FailureOffer')).FailureOffer)
const FAILURES: FailureParts = { Reason, Offer }
const WITHOUT_REASONS: FailureParts = { Reason: GeneralReason, Offer: null }
const Heart = lazyPage('marks', async () => (await import('../features/my-recipes/ui/marks/Heart')).Heart)
const EditMark = lazyPage('marks', async () => (await import('../features/my-recipes/ui/marks/EditMark')).EditMark)
const CollectionChips = lazyPage(
  'marks',
  async () => (await import('../features/my-recipes/ui/marks/CollectionChips')).CollectionChips,
)
const FilterChip = lazyPage(
  'marks',
  async () => (await import('../features/my-recipes/ui/search/FilterChip')).FilterChip,
)
const GuestOffer = lazyPage('offer', async () => (await import('../features/account/ui/GuestOffer')).GuestOffer)
const ProgramProposalsNotice = lazyPage(
  'marks',
  async () => (await import('../features/agent/ui/ProgramProposalsNotice')).ProgramProposalsNotice,
)
const MARKS = { Heart, EditMark, CollectionChips, FilterChip, ProgramProposalsNotice }

/** Delay of preloads, so that the first rows are rendered earlier. */
const AHEAD_AFTER_MS = 1500

export function MyRecipesScreen() {
  const demo = useAppConfig()?.demo ?? false
  useEffect(fetchAhead, [])
  const marks = useMarks()
  const failures = useFailures()
  const hasBatch = useSyncExternalStore(batchFlag.subscribe, batchFlag.read) !== null
  return (
    <>
      <MyRecipesPage demo={demo} later={hasBatch ? WITH_BATCH : LATER} marks={marks} failures={failures} />
      {marks !== null && <GuestOffer />}
    </>
  )
}

/** Loads favourites, collections and the guest offer after the first rows. */
function useMarks(): ListMarks | null {
  const isAnyThere = useRecipes().recipes.length > 0
  const [marks, setMarks] = useState<ListMarks | null>(null)
  useEffect(() => {
    if (!isAnyThere) return
    const timer = setTimeout(() => {
      Promise.all([...Object.values(MARKS), GuestOffer].map(({ load }) => load())).then(
        () => setMarks(MARKS),
        () => undefined,
      )
    })
    return () => clearTimeout(timer)
  }, [isAnyThere])
  return marks
}

/** Loads the reasons of failed imports: immediately if there is one, otherwise after the first rows. */
function useFailures(): FailureParts | null {
  const isAnyThere = useRecipes().recipes.some(({ card }) => card.status === 'FAILED')
  const [parts, setParts] = useState<FailureParts | null>(null)
  const isHere = parts === FAILURES
  useEffect(() => {
    if (isHere) return
    const load = () => {
      const areMissing = () => setParts(WITHOUT_REASONS)
      // Offline without a service worker: tries again when the browser is online.
      if (!navigator.onLine && navigator.serviceWorker?.controller == null) return areMissing()
      Promise.all([Reason.load(), Offer.load(), SummaryPanel.load()]).then(() => setParts(FAILURES), areMissing)
    }
    const timer = setTimeout(load, isAnyThere ? 0 : AHEAD_AFTER_MS)
    addEventListener('online', load)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [isAnyThere, isHere])
  return parts
}

/** Preloads code for selecting, searching and repeated imports, so that they work offline. */
function fetchAhead(): () => void {
  const timer = setTimeout(() => {
    // Offline, the import would fail.
    if (!navigator.onLine) return
    for (const part of [SelectionBar, NothingFound, FilterPanel, DeletionReportNotice])
      part.load().catch(() => undefined)
    import('../features/my-recipes/ui/HaveAlready').catch(() => undefined)
  }, AHEAD_AFTER_MS)
  return () => clearTimeout(timer)
}
