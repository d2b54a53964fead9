/** Elements that are irrelevant for a recipe or must not leave the page. */
const OUT =
  'script:not([type="application/ld+json" i]),style,link:not([rel=canonical]),svg,iframe,frame,object,embed,canvas,video,audio,noscript,template,base,meta[name*=csrf i],meta[name*=token i]'

/** Maximum length of an attribute; longer ones are inline pictures or program state. */
const LONGEST_VALUE = 2_000

/**
 * The page's HTML without scripts (except JSON-LD), graphics and typed input. Works on a copy without a window, so that
 * nothing is loaded or run.
 */
export function pruned(page: Document): string {
  const copy = page.implementation.createHTMLDocument('').importNode(page.documentElement, true)
  for (const element of copy.querySelectorAll(OUT)) element.remove()
  for (const element of copy.querySelectorAll('*')) {
    const { localName } = element
    if (localName === 'textarea' || localName === 'select') element.textContent = ''
    for (const { name, value } of [...element.attributes]) {
      const goes =
        name.startsWith('on') ||
        name === 'style' ||
        name === 'nonce' ||
        (localName === 'input' && name === 'value') ||
        value.length > LONGEST_VALUE ||
        /^\s*(data|javascript):/i.test(value)
      if (goes) element.removeAttribute(name)
    }
  }
  const comments = page.createTreeWalker(copy, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
  return `<!doctype html>${copy.outerHTML}`
}
