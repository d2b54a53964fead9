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
  /** The package being paid for, or null. */
  readonly busy: string | null
  readonly problem: CreditProblem | null
  readonly buy: (packageId: string) => void
}

/** A failed purchase is retried once under a new id. */
const MAX_TRIES = 2

/**
 * Redirects to the payment page. Repeated clicks, also in other tabs, lead to the same payment; a finished purchase is
 * shown instead.
 * @param leave navigates to an external address
 */
export function useBuying(leave: (address: string) => void = (address) => location.assign(address)): Buying {
  const payments = usePaymentApi()
  const navigate = useNavigate()
  const { locale } = useIntl()
  const [ids] = useState(() => new PurchaseIds())
  const [chosen, setChosen] = useState<string | null>(null)

  const task = useTask<void, [string], never, CreditProblem>(async (_, packageId) => {
    const language = LOCALES.find((known) => known === locale) ?? 'en'
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
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

  // The back-forward cache may restore the page in its busy state.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) cancel()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [cancel])

  // Stays busy after success until the browser has left the page.
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
