/** Words of searches in English, Spanish and French, folded (see `fold`). Varying endings are patterns. */

export const WITHOUT: ReadonlySet<string> = new Set(['without', 'except', 'sin', 'excepto', 'salvo', 'sans', 'sauf'])
export const WITH: ReadonlySet<string> = new Set(['with', 'but', 'con', 'pero', 'avec', 'mais'])
export const AND: ReadonlySet<string> = new Set(['and', 'or', 'nor', 'y', 'e', 'o', 'u', 'ni', 'et', 'ou'])
/** Articles, which are dropped from the name of a food. */
export const ARTICLES: ReadonlySet<string> = new Set(
  'a an the any el la los las un una unos unas ningun le les l de d du des aucun aucune'.split(' '),
)

/** Words before a maximum time. */
export const TIME_BEFORE = [
  'under',
  'in under',
  'less than',
  'in less than',
  'at most',
  'max',
  'maximum',
  'within',
  'below',
  'up to',
  'menos de',
  'en menos de',
  'hasta',
  'maximo',
  'como mucho',
  'no mas de',
  'moins de',
  'en moins de',
  'moins d',
  'en moins d',
  'jusqu a',
  'au plus',
  'pas plus de',
]
/** Words after a maximum time. */
export const TIME_AFTER = [
  'or less',
  'or under',
  'max',
  'maximum',
  'o menos',
  'como mucho',
  'ou moins',
  'maxi',
  'maximo',
]
export const MINUTE = ['m', 'min', 'mins', 'minute', 'minutes', 'minuto', 'minutos', 'mn']
export const HOUR = ['h', 'hr', 'hrs', 'hour', 'hours', 'hora', 'horas', 'heure', 'heures']
/** Times in words. A time comes before those that it contains. */
export const SPELT_TIMES: readonly (readonly [said: string, minutes: number])[] = [
  ['(?:an|one) hour and a half', 90],
  ['(?:una )?hora y media', 90],
  ['une heure et demie', 90],
  ['half an hour', 30],
  ['media hora', 30],
  ['(?:une )?demi heure', 30],
  ['three quarters of an hour', 45],
  ['tres cuartos de hora', 45],
  ['trois quarts d heure', 45],
  ['(?:a )?quarter of an hour', 15],
  ['(?:un )?cuarto de hora', 15],
  ['(?:un )?quart d heure', 15],
  ['(?:an|one) hour', 60],
  ['una hora', 60],
  ['une heure', 60],
  ['two hours', 120],
  ['dos horas', 120],
  ['deux heures', 120],
]

export const STARS = ['star', 'stars', 'estrella', 'estrellas', 'etoile', 'etoiles']
/** Words beside a number of stars. */
export const BESIDE = [
  'at least',
  'min',
  'or more',
  'or better',
  'al menos',
  'minimo',
  'o mas',
  'au moins',
  'minimum',
  'ou plus',
]

export const NEVER_MADE = [
  '(?:never|not)(?: yet)? (?:cooked|made|tried)(?: yet)?',
  'nunca (?:cocinad|hech|preparad|probad)[oa]s?',
  'sin (?:cocinar|hacer|preparar|probar)',
  '(?:jamais|pas encore) (?:cuisine|fait|prepare|teste|essaye)e?s?',
]

export const AT_HOME = [
  'what can i (?:cook|make)(?: today| tonight| now)?(?: with what i have)?',
  'with what i have(?: at home)?',
  'que puedo (?:cocinar|hacer|preparar)(?: hoy| ahora)?(?: con lo que tengo)?',
  'con lo que tengo(?: en casa)?',
  'que puis je (?:cuisiner|faire|preparer)(?: ce soir| aujourd hui)?(?: avec ce que j ai)?',
  'qu est ce que je peux (?:cuisiner|faire|preparer)(?: ce soir)?',
  'avec ce que j ai(?: chez moi)?',
]
