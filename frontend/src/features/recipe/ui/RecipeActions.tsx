import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useLocation } from 'react-router'
import { useCopyRecipe } from '../../../shared/api/recipes/RecipeApiProvider'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { factorOf } from '../../../shared/lib/amounts/factor'
import { asProblem } from '../../../shared/lib/errors'
import type { ExportFormat } from '../../../shared/lib/export/files'
import { saveFile } from '../../../shared/lib/export/save-file'
import { safeLink } from '../../../shared/lib/recipe/address'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { paths, READ_AGAIN } from '../../../shared/lib/routing/paths'
import type { ShoppingRequest } from '../../../shared/lib/shopping/shopping-request'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { Button, buttonClass, IconButton } from '../../../shared/ui/Button'
import {
  CookIcon,
  CopyIcon,
  DownloadIcon,
  MoreIcon,
  PencilIcon,
  PlusIcon,
  PrintIcon,
  RetryIcon,
  ShareIcon,
  TrashIcon,
} from '../../../shared/ui/icons'
import { loading } from '../../../shared/ui/loading-bar'
import { Menu, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../../../shared/ui/Menu'
import { useToasts } from '../../../shared/ui/Toasts'
import { useTask } from '../../../shared/ui/useTask'
import { ShareDialog } from './share/ShareDialog'

interface RecipeActionsProps {
  recipe: Recipe
  isOwner: boolean
  /** Null if the caller may not delete it. */
  onRemove: (() => void) | null
}

/** Cook, share and shopping buttons, and a menu for the rest. Non-owners can copy the recipe. */
export function RecipeActions({ recipe, isOwner, onRemove }: RecipeActionsProps) {
  const intl = useIntl()
  const { search } = useLocation()
  const [sharing, setSharing] = useState(false)
  const copying = useCopying(recipe.id)
  const isReady = recipe.status === 'SUCCESS'
  const canCook = isReady && recipe.ingredients.length + recipe.instructions.length > 0
  const canShop = isReady && recipe.ingredients.length > 0
  // Scaled as on the page.
  const factor = factorOf(new URLSearchParams(search), recipe.servings).toFraction()
  const shopping: ShoppingRequest = { ids: [recipe.id], factor }
  const menu = isOwner || onRemove !== null || isReady
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 print:hidden">
      {canCook && (
        <Link to={{ pathname: paths.cook(recipe.id), search }} className={buttonClass('primary')}>
          <CookIcon />
          <FormattedMessage id="recipe.cookMode" defaultMessage="Cook mode" />
        </Link>
      )}
      {isReady && !isOwner && (
        <Button variant="quiet" disabled={copying.busy} onClick={copying.begin}>
          <PlusIcon />
          <FormattedMessage id="recipe.save" defaultMessage="Save to my recipes" />
        </Button>
      )}
      {isReady && (
        <Button variant="quiet" onClick={() => setSharing(true)}>
          <ShareIcon />
          <FormattedMessage id="recipe.share" defaultMessage="Share" />
        </Button>
      )}
      {canShop && (
        <Link to={paths.shoppingList} state={shopping} className={buttonClass('quiet')}>
          <BasketIcon />
          <FormattedMessage id="recipe.shop" defaultMessage="Shopping list" />
        </Link>
      )}
      {menu && (
        <Menu
          align="start"
          trigger={
            <IconButton label={intl.formatMessage({ id: 'recipe.more', defaultMessage: 'More' })}>
              <MoreIcon />
            </IconButton>
          }
        >
          {isOwner && isReady && (
            <MenuLink to={paths.editRecipe(recipe.id)} icon={<PencilIcon />}>
              <FormattedMessage id="recipe.edit" defaultMessage="Edit" />
            </MenuLink>
          )}
          {isOwner && isReady && isOfPage(recipe) && (
            <MenuLink to={`${paths.editRecipe(recipe.id)}?${READ_AGAIN}`} icon={<RetryIcon />}>
              <FormattedMessage id="recipe.readAgain" defaultMessage="Read the page again" />
            </MenuLink>
          )}
          {isOwner && (
            <MenuItem icon={<CopyIcon />} disabled={copying.busy} onSelect={copying.begin}>
              <FormattedMessage id="recipe.copy" defaultMessage="Make a copy" />
            </MenuItem>
          )}
          {isReady && (
            <MenuItem icon={<PrintIcon />} onSelect={() => print()}>
              <FormattedMessage id="recipe.print" defaultMessage="Print" />
            </MenuItem>
          )}
          {isOwner && isReady && (
            <MenuGroup label={intl.formatMessage({ id: 'recipe.downloadAs', defaultMessage: 'Download as' })}>
              {FORMATS.map(([format, name]) => (
                <MenuItem key={format} icon={<DownloadIcon />} onSelect={() => void download(recipe, format)}>
                  {name}
                </MenuItem>
              ))}
            </MenuGroup>
          )}
          {onRemove !== null && (
            <>
              <MenuSeparator />
              <MenuItem danger icon={<TrashIcon />} onSelect={onRemove}>
                <FormattedMessage id="recipe.delete" defaultMessage="Delete recipe" />
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {sharing && <ShareDialog recipe={recipe} onClose={() => setSharing(false)} />}
    </div>
  )
}

/** Whether it was imported from a web page, not an upload. */
function isOfPage({ url, pictureSubmissionUUID, fileSubmissionUUID }: Recipe): boolean {
  return safeLink(url) !== null && pictureSubmissionUUID === null && fileSubmissionUUID === null
}

/** Format names are not translated. */
const FORMATS: readonly (readonly [ExportFormat, string])[] = [
  ['json-ld', 'JSON-LD'],
  ['markdown', 'Markdown'],
  ['cooklang', 'Cooklang'],
]

/** Downloads the recipe; the exporter is loaded on demand. */
async function download(recipe: Recipe, format: ExportFormat): Promise<void> {
  const { fileOfRecipe } = await loading.track(import('../../../shared/lib/export/files'))
  saveFile(fileOfRecipe(recipe, format, location.origin))
}

/** Copies the recipe and opens the copy. */
function useCopying(id: string): { busy: boolean; begin: () => void } {
  const intl = useIntl()
  const toasts = useToasts()
  const copy = useCopyRecipe()
  const { busy, run } = useTask(async () => {
    try {
      await copy(id)
      toasts.show({
        content: <FormattedMessage id="recipe.copied" defaultMessage="The copy is in your recipes." />,
      })
    } catch (thrown) {
      // A toast, because the page may have been left meanwhile.
      toasts.show({ kind: 'error', content: describeProblem(intl, 'copy', asProblem(thrown)) })
    }
  })
  return { busy, begin: () => void run() }
}
