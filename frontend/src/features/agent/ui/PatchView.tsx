import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { Button } from '../../../shared/ui/Button'
import { AlertIcon, CheckIcon, UndoIcon } from '../../../shared/ui/icons'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { type Accepted, allOf, type Change, changesWhole, isAll, isChange, type Patch } from '../model/patch'
import { PatchLine } from './PatchLine'
import { Remarks } from './Remarks'
import { type PatchHandle, usePatch } from './usePatch'
import { WholeChanges } from './WholeChanges'

interface PatchViewProps {
  patch: Patch
  /** Called with the accepted changes, or null after an undo. */
  onDecided?: (accepted: Accepted | null) => void
}

/**
 * A proposed edit as a diff whose lines are accepted or refused one by one. Applied only on request, and can be undone.
 */
export function PatchView({ patch, onDecided }: PatchViewProps) {
  const intl = useIntl()
  const titleId = useId()
  const handle = usePatch(patch, onDecided)
  const { standing, recipe, accepted, problem } = handle
  const all = allOf(patch)
  const most = all.lines.size + all.steps.size
  const isOpen = standing === 'open'
  const language = patch.language ?? recipe?.language ?? undefined
  const isNothing = most === 0 && !changesWhole(patch)
  if (standing === 'loading') return <Skeleton className="h-40 w-full" />
  const list = <After,>(changes: readonly Change<After>[], of: 'lines' | 'steps', say: (after: After) => string) => (
    <Lines
      changes={changes}
      of={of}
      say={say}
      language={language}
      accepted={isOpen || standing === 'applied' ? accepted[of] : null}
      onToggle={isOpen ? (at) => handle.toggle(of, at) : null}
    />
  )
  return (
    <section
      aria-labelledby={titleId}
      data-patch={standing}
      className="flex flex-col gap-4 rounded-2xl border border-line-strong bg-surface p-4"
    >
      <div className="flex flex-col gap-1">
        <h3 id={titleId} className="font-sans font-semibold">
          {recipe?.title == null ? (
            <FormattedMessage id="patch.title" defaultMessage="Suggested changes" />
          ) : (
            <FormattedMessage
              id="patch.titleOf"
              defaultMessage="Suggested changes to “{title}”"
              values={{ title: recipe.title }}
            />
          )}
        </h3>
        <Standing handle={handle} isNothing={isNothing} />
      </div>
      <Remarks patch={patch} />
      {changesWhole(patch) && <WholeChanges patch={patch} isTaken={!isOpen || isAll(patch, accepted)} />}
      {list(patch.lines, 'lines', ({ text }) => text)}
      {list(patch.steps, 'steps', (step) => step)}
      {problem !== null && (
        <p role="alert" data-problem={problem.code} className="flex gap-2 rounded-xl bg-danger-soft p-3 text-sm">
          <AlertIcon className="mt-px size-5 text-danger" />
          {problem.code === 'CONFLICT' ? (
            <FormattedMessage
              id="patch.conflict"
              defaultMessage="The recipe changed in the meantime, so nothing was applied. Ask again."
            />
          ) : (
            describeProblem(intl, problem.code === 'OFFLINE' ? 'show' : 'save', problem)
          )}
        </p>
      )}
      {!isNothing && <Actions handle={handle} patch={patch} most={most} />}
    </section>
  )
}

/** State of the proposal, shown above the lines. */
function Standing({ handle: { standing }, isNothing }: { handle: PatchHandle; isNothing: boolean }) {
  const said = () => {
    if (standing === 'applied') return <FormattedMessage id="patch.applied" defaultMessage="Recipe updated." />
    if (isNothing) return <FormattedMessage id="patch.nothing" defaultMessage="No changes needed." />
    if (standing === 'said')
      return <FormattedMessage id="patch.alreadyThere" defaultMessage="Already in your recipe." />
    if (standing === 'missing') {
      return (
        <FormattedMessage
          id="patch.missing"
          defaultMessage="We couldn’t load this recipe, so you can’t apply the changes."
        />
      )
    }
    if (standing === 'outdated') {
      return (
        <FormattedMessage id="patch.outdated" defaultMessage="The recipe changed since this suggestion. Ask again." />
      )
    }
    return <FormattedMessage id="patch.open" defaultMessage="Nothing changes until you apply it." />
  }
  return (
    <p role="status" className="text-sm text-muted">
      {said()}
    </p>
  )
}

function Actions({ handle, patch, most }: { handle: PatchHandle; patch: Patch; most: number }) {
  const { standing, accepted, busy } = handle
  const taken = accepted.lines.size + accepted.steps.size
  if (standing === 'applied') {
    return (
      <Button variant="quiet" disabled={busy} onClick={handle.undo} className="self-start">
        <UndoIcon />
        <FormattedMessage id="patch.undo" defaultMessage="Undo" />
      </Button>
    )
  }
  if (standing !== 'open') return null
  const isEverything = taken === most
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={busy || (taken === 0 && most > 0)} onClick={handle.apply}>
        <CheckIcon />
        {isEverything ? (
          <FormattedMessage id="patch.acceptAll" defaultMessage="Accept all" />
        ) : (
          <FormattedMessage
            id="patch.accept"
            defaultMessage="Accept {taken, number} of {most, number}"
            values={{ taken, most }}
          />
        )}
      </Button>
      {most > 0 && (
        <Button
          variant="bare"
          disabled={busy}
          onClick={() => handle.choose(isEverything ? { lines: new Set(), steps: new Set() } : allOf(patch))}
        >
          {isEverything ? (
            <FormattedMessage id="patch.none" defaultMessage="Select none" />
          ) : (
            <FormattedMessage id="patch.all" defaultMessage="Select all" />
          )}
        </Button>
      )}
    </div>
  )
}

interface LinesProps<After> {
  changes: readonly Change<After>[]
  of: 'lines' | 'steps'
  say: (after: After) => string
  language: string | undefined
  /** Accepted indexes; null if nothing can be accepted. */
  accepted: ReadonlySet<number> | null
  onToggle: ((at: number) => void) | null
}

/** All lines or all steps; unchanged ones are collapsed. */
function Lines<After>({ changes, of, say, language, accepted, onToggle }: LinesProps<After>) {
  const [isWhole, setIsWhole] = useState(false)
  const numbered = changes.map((change, at) => ({ change, at }))
  const kept = numbered.filter(({ change }) => change.verdict === 'KEPT').length
  const shown = numbered.filter(({ change }) => isWhole || change.verdict !== 'KEPT')
  if (changes.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-sans text-sm font-semibold text-muted">
        {of === 'lines' ? (
          <FormattedMessage id="patch.lines" defaultMessage="Ingredients" />
        ) : (
          <FormattedMessage id="patch.steps" defaultMessage="Steps" />
        )}
      </h4>
      {shown.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {shown.map(({ change, at }) => (
            <PatchLine
              key={at}
              change={change}
              after={change.after === null ? null : say(change.after)}
              language={language}
              isAccepted={isChange(change) ? (accepted?.has(at) ?? null) : null}
              onToggle={isChange(change) && onToggle !== null ? () => onToggle(at) : null}
            />
          ))}
        </ul>
      )}
      {kept > 0 && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="min-h-9 self-start rounded-lg text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          {of === 'lines' ? (
            <FormattedMessage
              id="patch.keptLines"
              defaultMessage="{count, plural, one {# line unchanged} other {# lines unchanged}}"
              values={{ count: kept }}
            />
          ) : (
            <FormattedMessage
              id="patch.keptSteps"
              defaultMessage="{count, plural, one {# step unchanged} other {# steps unchanged}}"
              values={{ count: kept }}
            />
          )}
        </button>
      )}
    </div>
  )
}
