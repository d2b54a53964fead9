/** What says nothing of a recipe, or is not to leave the page. */
const OUT =
  'script:not([type="application/ld+json" i]),style,link:not([rel=canonical]),svg,iframe,frame,object,embed,canvas,video,audio,noscript,template,base,meta[name*=csrf i],meta[name*=token i]'

/** Longer values of attributes are pictures as text, or a program's state. */
const LONGEST_VALUE = 2_000

/**
 * The HTML of a page without what runs, draws or was typed. It is a copy that belongs to no window, so that nothing in it is
 * loaded or started; the page itself stays as it is.
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
