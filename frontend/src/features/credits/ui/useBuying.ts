import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router'
import { LOCALES } from '../../../shared/i18n/locale'
import type { CreditProblem } from '../../../shared/lib/error-codes'
import { Problem } from '../../../shared/lib/errors'
import { paths } from '../../../shared/lib/routing/paths'
import { useTask } from '../../../shared/ui/useTask'
import { usePaymentApi } from '../api/use-credits'
import { creditProblemOf } from '../model/credit-problem'
import { PurchaseIds } from '../model/purchase-id'

export interface Buying {
  /** The package on whose way to be paid somebody is; null for none. */
  readonly busy: string | null
  readonly problem: CreditProblem | null
  readonly buy: (packageId: string) => void
}

/** A purchase that failed makes room for another; more than one in a row is for a person to look at. */
const MOST_TRIES = 2

/**
 * Leaves for the payment page. One click after another, here or in another tab, leads to the same payment; whoever has paid
 * already is shown that instead of another payment.
 *
 * @param leave goes to an address outside of the app.
 */
export function useBuying(leave: (address: string) => void = (address) => location.assign(address)): Buying {
  const payments = usePaymentApi()
  const navigate = useNavigate()
  const { locale } = useIntl()
  const [ids] = useState(() => new PurchaseIds())
  const [chosen, setChosen] = useState<string | null>(null)

  const task = useTask<void, [string], never, CreditProblem>(async (_, packageId) => {
    const language = LOCALES.find((known) => known === locale) ?? 'en'
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const id = ids.idFor(packageId, Date.now())
      const checkout = await payments.checkout(id, packageId, language)
      if ('url' in checkout) {
        leave(checkout.url)
        return
      }
      ids.forget(packageId, id)
      if (checkout.purchase.status !== 'FAILED') {
        await navigate(`${paths.creditSuccess}?purchase=${id}`)
        return
      }
    }
    throw new Problem('UNKNOWN')
  }, creditProblemOf)
  const { cancel } = task

  // Whoever comes back from the payment page may find this page as it was left: on the way.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) cancel()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [cancel])

  // Done means that the page is being left: until it is, nothing else can be bought.
  const busy = task.phase === 'running' || task.phase === 'done' ? chosen : null
  return {
    busy,
    problem: task.problem,
    buy: (packageId) => {
      if (busy !== null) return
      setChosen(packageId)
      void task.run(packageId)
    },
  }
}
