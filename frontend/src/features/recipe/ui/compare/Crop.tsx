import { useIntl } from 'react-intl'
import { type Place, type SourcePage, WHOLE, widened } from '../../../../shared/lib/recipe/place-on-page'

/** Margin of a crop, in 1/10,000 of the page. */
const AROUND = 60

interface CropProps {
  page: SourcePage
  place: Place
  /** Text that was read there. */
  text: string
  onBroken: () => void
}

/** Crop of a line from its page. */
export function Crop({ page, place, text, onBroken }: CropProps) {
  const intl = useIntl()
  const { left, top, right, bottom } = widened(place, AROUND)
  const [width, height] = [(right - left) / WHOLE, (bottom - top) / WHOLE]
  return (
    <div
      data-crop=""
      className="relative max-h-72 w-full overflow-hidden rounded-lg border border-line bg-white"
      style={{ aspectRatio: `${page.width * width} / ${page.height * height}` }}
    >
      <img
        src={page.url}
        alt={intl.formatMessage({ id: 'compare.excerpt', defaultMessage: 'Photo excerpt: {line}' }, { line: text })}
        draggable={false}
        onError={onBroken}
        className="absolute max-w-none"
        style={{
          width: `${100 / width}%`,
          height: `${100 / height}%`,
          left: `${(-left / WHOLE / width) * 100}%`,
          top: `${(-top / WHOLE / height) * 100}%`,
        }}
      />
    </div>
  )
}
