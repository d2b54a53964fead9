import { FormattedMessage } from 'react-intl'
import { Button } from '../../../../shared/ui/Button'
import { BackIcon, CheckIcon } from '../../../../shared/ui/icons'

interface StepButtonsProps {
  isFirst: boolean
  isLast: boolean
  /** Whether all steps are done. */
  isOver: boolean
  onPrevious: () => void
  onDone: () => void
}

/** Large back and next buttons. */
export function StepButtons({ isFirst, isLast, isOver, onPrevious, onDone }: StepButtonsProps) {
  return (
    <div className="flex gap-3">
      <Button variant="quiet" onClick={onPrevious} disabled={isFirst} className="min-h-13 flex-1 sm:flex-none">
        <BackIcon />
        <FormattedMessage id="cook.previous" defaultMessage="Back" />
      </Button>
      <Button onClick={onDone} disabled={isOver} className="min-h-13 flex-2 sm:min-w-60 sm:flex-none">
        <CheckIcon />
        {isLast ? (
          <FormattedMessage id="cook.finish" defaultMessage="All done" />
        ) : (
          <FormattedMessage id="cook.next" defaultMessage="Next step" />
        )}
      </Button>
    </div>
  )
}
