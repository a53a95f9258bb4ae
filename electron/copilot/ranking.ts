/** Which of some texts speak of what a customer wrote: by the words they share, rare ones first. */
import { fold } from '../../src/contract'

/** Words that join others and say nothing of a matter, in Portuguese, Spanish and English, without accents. */
const JOINING = new Set(
  (
    'a ainda algo alguem ao aos aqui as ate bem bom boa com como da das de dela dele depois dia do dos e ela ele eles em ' +
    'entao era essa esse esta estao estou eu foi ha hoje ia isso ja la lhe mais mas me mesmo meu meus minha muito na nao nas ' +
    'nem no nos nossa nosso num o obrigada obrigado oi ola os ou para pela pelo por porque pra qual quando que quem quero se ' +
    'sem ser seu seus so sou sua suas tambem tarde tem tenho ter teu tu tua tudo um uma vai vao ver voce voces vou ' +
    'al antes bien buenas buenos como con cual cuando del desde dias donde el ella ellos en entre eso esta este esto gracias ' +
    'hasta hay hola la las los mas mi mis muy ni nos para pero por porque que quiero si sin sobre son su sus tengo tiene una ' +
    'uno unos usted y yo about and are but can could did does for from get good had has have hello her him his how its ' +
    'just like may more not now our out please she should than thank thanks that the their them then there they this too was ' +
    'want were what when where which who why will with would yes you your'
  ).split(' '),
)

/** Endings of Portuguese, Spanish and English that make two words of one. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:oes|aes|ao|es|s)$/, '') : word)

/** What a text speaks of: its words without accents and endings, those that only join others left out. */
export const wordsOf = (text: string): Set<string> =>
  new Set((fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter(word => !JOINING.has(word)).map(stem))

/**
 * @param asked what is looked for.
 * @param most how many are given.
 * @returns those that share a word with it, best first.
 */
export function ranked<T>(asked: string, all: readonly T[], textOf: (one: T) => string, most: number): T[] {
  const wanted = wordsOf(asked)
  const bags = all.map(one => wordsOf(textOf(one)))
  const weightOf = (word: string): number =>
    Math.log(1 + all.length / (1 + bags.filter(bag => bag.has(word)).length))
  return all
    .map((one, at) => ({
      one,
      score: [...wanted].reduce((sum, word) => sum + (bags[at]?.has(word) ? weightOf(word) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one)
}
