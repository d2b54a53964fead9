import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useForm } from '../../../../shared/ui/useForm'
import { useTask } from '../../../../shared/ui/useTask'
import { useAdminApi } from '../../api/admin-api'
import { creditProblemOf } from '../../model/credit-problem'
import { CreditsFrame, ProblemAlert } from '../parts'
import { MemberCredits } from './MemberCredits'
import { MemberLine } from './MemberLine'

/** Page /admin/credits: finds a member, shows and changes their credits. The server authorizes each call. */
export function AdminCreditsPage() {
  const [search, setSearch] = useSearchParams()
  const memberId = search.get('member')
  return (
    <CreditsFrame page="admin">
      <h1 className="text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="admin.title" defaultMessage="Members’ credits" />
      </h1>
      <FindMember onFound={(id) => setSearch({ member: id })} />
      {memberId !== null && <MemberCredits key={memberId} memberId={memberId} />}
    </CreditsFrame>
  )
}

/** Finds members by email or id; a single result opens immediately. */
function FindMember({ onFound }: { onFound: (id: string) => void }) {
  const intl = useIntl()
  const admin = useAdminApi()
  const { busy, problem, result, run } = useTask(async (_, text: string) => {
    const found = await admin.find(text.includes('@') ? { email: text } : { id: text })
    const [only] = found
    if (found.length === 1 && only !== undefined) onFound(only.id)
    return found
  }, creditProblemOf)

  const form = useForm({
    initial: { member: '' },
    check: ({ member }) => ({
      member:
        member.trim() === ''
          ? intl.formatMessage({ id: 'admin.find.empty', defaultMessage: 'Enter a member’s email or ID.' })
          : null,
    }),
    busy,
    onSubmit: ({ member }) => void run(member.trim()),
  })

  return (
    <div className="mt-6 flex flex-col gap-4">
      <form noValidate onSubmit={form.onSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <TextInput
            label={<FormattedMessage id="admin.find.label" defaultMessage="Member’s email or ID" />}
            autoComplete="off"
            spellCheck={false}
            {...form.field('member')}
          />
        </div>
        <Button type="submit" aria-disabled={busy} className="mb-1.5 min-h-12">
          <FormattedMessage id="admin.find" defaultMessage="Find" />
        </Button>
      </form>
      <ProblemAlert problem={problem} />
      <div role="status" className="empty:hidden">
        {problem === null && result !== null && result.length === 0 && (
          <p>
            <FormattedMessage
              id="admin.find.none"
              defaultMessage="No member found. Use the exact email they signed up with."
            />
          </p>
        )}
      </div>
      {result !== null && result.length > 1 && (
        <ul className="divide-y divide-line border-y border-line">
          {result.map((member) => (
            <li key={member.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <MemberLine member={member} />
              <Button variant="quiet" onClick={() => onFound(member.id)}>
                <FormattedMessage id="admin.find.open" defaultMessage="Show" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
