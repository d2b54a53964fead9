import { clickBookmark, receiverOf, takeBookmark } from './bookmark'
import { expect, test } from './fixtures'
import { MyRecipes } from './my-recipes'
import { RECIPE, SourceSite } from './source-sites'
import { text } from './text'

const ROUNDS = 15

/** Time from the click on the bookmarklet to the question, and to the finished recipe. */
test('bookmark to SUCCESS', async ({ context: person }) => {
  const pages = Array.from({ length: ROUNDS }, (_, round) => [`/${round}`, { body: RECIPE(`Soup ${round}`) }] as const)
  const site = await SourceSite.with(Object.fromEntries(pages))
  const bookmark = await takeBookmark(person)
  const asked: number[] = []
  const done: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = await person.newPage()
    await source.goto(`${site.origin}/${round}`)
    const begun = performance.now()
    const receiver = await receiverOf(person, () => clickBookmark(source, bookmark))
    asked.push(performance.now() - begun)
    await receiver.getByRole('button', { name: text('receive.import') }).click()
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
  await site.close()
})

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN)
}
