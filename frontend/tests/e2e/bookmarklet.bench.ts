import { expect, it } from 'vitest'
import { clickBookmark, receiverOf, takeBookmark } from './bookmark'
import { launchBrowser, newPerson } from './browser'
import { MyRecipes } from './my-recipes'
import { RECIPE, SourceSite } from './source-sites'

const ROUNDS = 15

/** How long somebody waits from the click on the bookmark to the finished recipe, who says yes at once; and to the question alone. */
it('bookmark to SUCCESS', async () => {
  const browser = await launchBrowser()
  const pages = Array.from({ length: ROUNDS }, (_, round) => [`/${round}`, { body: RECIPE(`Soup ${round}`) }] as const)
  const site = await SourceSite.with(Object.fromEntries(pages))
  try {
    const person = await newPerson(browser)
    const bookmark = await takeBookmark(person)
    const asked: number[] = []
    const done: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const source = await person.newPage()
      await source.goto(`${site.origin}/${round}`)
      const begun = performance.now()
      const receiver = await receiverOf(person, () => clickBookmark(source, bookmark))
      asked.push(performance.now() - begun)
      await receiver.getByRole('button', { name: 'Import this page' }).click()
      const title = receiver.getByRole('heading', { name: `Soup ${round}`, exact: true })
      const card = new MyRecipes(receiver).withStatus('SUCCESS').filter({ has: title })
      await card.waitFor()
      done.push(performance.now() - begun)
      await source.close()
      await receiver.close()
    }
    process.stdout.write(
      `bookmark to the question: median ${median(asked)} ms; to SUCCESS visible: median ${median(done)} ms; ${ROUNDS} pages\n`,
    )
    expect(done).toHaveLength(ROUNDS)
  } finally {
    await browser.close()
    await site.close()
  }
})

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN)
}
