// Runs the npm package recipe-data-scraper with the protocol of conformance/README.md: npm_reader.mjs [--url URL] FILE
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import scraper from "@jitl/recipe-data-scraper";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string", default: "https://recipe.example/" } },
});
const found = scraper.parse(readFileSync(positionals[0], "utf8"), { url: values.url });
console.log(
  JSON.stringify({
    title: found.name,
    ingredients: found.recipeIngredients ?? [],
    instructions: found.recipeInstructions ?? [],
    prepMinutes: minutes(found.prepTime),
    cookMinutes: minutes(found.cookTime),
    totalMinutes: minutes(found.totalTime),
    servings: Number(/^(\d+)(?: servings?)?$/.exec(found.recipeYield)?.[1]) || null,
    yields: found.recipeYield,
    pictureUrl: found.image,
    description: found.description,
  }),
);

/** "1 hour 20 minutes" as minutes. */
function minutes(text) {
  const hours = /(\d+) hour/.exec(text ?? "")?.[1] ?? 0;
  const rest = /(\d+) minute/.exec(text ?? "")?.[1] ?? 0;
  return 60 * Number(hours) + Number(rest) || null;
}
