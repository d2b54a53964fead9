import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRecipeStore } from '../../../../shared/api/recipes/RecipesProvider'
import { Button } from '../../../../shared/ui/Button'
import { useToasts } from '../../../../shared/ui/Toasts'
import { DeleteDialog } from './DeleteDialog'

export function DeleteAllRecipes({ count }: { count: number }) {
  const store = useRecipeStore()
  const toasts = useToasts()
  const [asking, setAsking] = useState(false)

  const remove = async (onProgress: (deleted: number) => void) => {
    await store.deleteAll(onProgress)
    setAsking(false)
    toasts.show({
      content: <FormattedMessage id="profile.deleteAll.done" defaultMessage="All recipes deleted." />,
    })
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)} disabled={count === 0} className="text-danger">
        <FormattedMessage id="profile.deleteAll" defaultMessage="Delete all recipes" />
      </Button>
      {asking && (
        <DeleteDialog
          title={<FormattedMessage id="profile.deleteAll.title" defaultMessage="Delete all recipes?" />}
          act={<FormattedMessage id="profile.deleteAll.act" defaultMessage="Delete all" />}
          situation="delete"
          onClose={() => setAsking(false)}
          onDelete={remove}
        >
          <p>
            <FormattedMessage
              id="profile.deleteAll.warning"
              defaultMessage="This permanently deletes {count, plural, one {# recipe} other {# recipes}}, with photos and notes."
              values={{ count }}
            />
          </p>
        </DeleteDialog>
      )}
    </>
  )
}
