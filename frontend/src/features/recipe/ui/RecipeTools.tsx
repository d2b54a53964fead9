import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ExportFormat } from '../../../shared/lib/export/files'
import { saveFile } from '../../../shared/lib/export/save-file'
import { safeLink } from '../../../shared/lib/recipe/address'
import { isOwn, type Recipe } from '../../../shared/lib/recipe/recipe'
import { paths, READ_AGAIN } from '../../../shared/lib/routing/paths'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { IconButton } from '../../../shared/ui/Button'
import {
  CookIcon,
  CopyIcon,
  DownloadIcon,
  LinkIcon,
  MoreIcon,
  PencilIcon,
  PrintIcon,
  RetryIcon,
  ShareIcon,
  TrashIcon,
} from '../../../shared/ui/icons'
import { lazyComponent } from '../../../shared/ui/lazy-component'
import { loading } from '../../../shared/ui/loading-bar'
import { Menu, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../../../shared/ui/Menu'
import { Favourite } from './marks/Favourite'
import type { AssistFrame } from './RecipeView'
import { ShareDialog } from './share/ShareDialog'
import { useCopying } from './useCopying'
import { useShoppingRequest } from './useShoppingRequest'

const LinkDialog = lazyComponent(async () => (await loading.track(import('./linked/LinkDialog'))).LinkDialog)

interface RecipeToolsProps {
  recipe: Recipe
  Assist: AssistFrame
  /** Null if the caller may not delete it. */
  onRemove: (() => void) | null
}

/** Assistant, favourite, and a menu with all other actions. */
export function RecipeTools({ recipe, Assist, onRemove }: RecipeToolsProps) {
  const isReady = recipe.status === 'SUCCESS'
  const own = isOwn(recipe) ? recipe : null
  return (
    <div className="flex items-center">
      {own !== null && isReady && (
        <>
          <Assist recipe={own} />
          <Favourite recipe={own} />
        </>
      )}
      {(own !== null || onRemove !== null || isReady) && <MoreMenu recipe={recipe} onRemove={onRemove} />}
    </div>
  )
}

function MoreMenu({ recipe, onRemove }: Pick<RecipeToolsProps, 'recipe' | 'onRemove'>) {
  const intl = useIntl()
  const [sharing, setSharing] = useState(false)
  const [linking, setLinking] = useState(false)
  const copying = useCopying(recipe.id)
  const shopping = useShoppingRequest(recipe)
  const isOwner = isOwn(recipe)
  const isReady = recipe.status === 'SUCCESS'
  return (
    <>
      <Menu
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
        {isReady && (
          <MenuItem icon={<ShareIcon />} onSelect={() => setSharing(true)}>
            <FormattedMessage id="recipe.share" defaultMessage="Share" />
          </MenuItem>
        )}
        {shopping !== null && (
          <MenuLink to={paths.tonight} state={shopping} icon={<CookIcon />}>
            <FormattedMessage id="tonight.add" defaultMessage="Cook together" />
          </MenuLink>
        )}
        {!isOwner && shopping !== null && (
          <MenuLink to={paths.shoppingList} state={shopping} icon={<BasketIcon />}>
            <FormattedMessage id="recipe.shop" defaultMessage="Shopping list" />
          </MenuLink>
        )}
        {isReady && (
          <MenuItem icon={<PrintIcon />} onSelect={() => print()}>
            <FormattedMessage id="recipe.print" defaultMessage="Print" />
          </MenuItem>
        )}
        {isOwner && (isReady || isOfPage(recipe)) && (
          <MenuItem icon={<CopyIcon />} disabled={copying.busy} onSelect={copying.begin}>
            <FormattedMessage id="recipe.copy" defaultMessage="Make a copy" />
          </MenuItem>
        )}
        {isOwner && isReady && isOfPage(recipe) && (
          <MenuLink to={`${paths.editRecipe(recipe.id)}?${READ_AGAIN}`} icon={<RetryIcon />}>
            <FormattedMessage id="recipe.readAgain" defaultMessage="Check the page for changes" />
          </MenuLink>
        )}
        {isOwner && shopping !== null && (
          <MenuItem icon={<LinkIcon />} onSelect={() => setLinking(true)}>
            <FormattedMessage id="recipe.link" defaultMessage="Link to another recipe" />
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
      {linking && isOwner && (
        <Suspense>
          <LinkDialog recipe={recipe} onClose={() => setLinking(false)} />
        </Suspense>
      )}
      {sharing && <ShareDialog recipe={recipe} onClose={() => setSharing(false)} />}
    </>
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
