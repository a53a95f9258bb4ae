/**
 * What a customer's answer to a campaign means: a yes, a no, or that they want no more campaigns. Consent has to
 * be given in so many words, so whatever is not plainly a yes is none. Portuguese, English and Spanish together: customers
 * do not write in the company's language alone. Pure.
 */
import { fold } from './fold'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words that end campaigns for whoever answers with one of them; a company may add its own. */
const LEAVING =
  wordsOf(`sair saia parar pare parem descadastrar descadastra descadastre descadastrem descadastro descadastramento
  desinscrever desinscreva desinscrevam remover remova removam stop quit unsubscribe optout baja salir detener
  desuscribir desuscribirme desuscribanme`)
/** The same, but people also cancel contracts and orders: "quero cancelar" alone says nothing of campaigns. */
const CANCELLING = wordsOf('cancelar cancele cancelem cancela cancel')
/** Taken out is a person from a list; a number or a record may be a matter of a contract. */
const TAKING_OUT =
  wordsOf(`tirar tira tire tirem retirar retira retire retirem excluir exclui exclua excluam apagar apaga apague
  apaguem remove removido removida take delete eliminar elimine eliminen borrar borre borren eliminarme eliminame eliminenme
  borrarme borrame borrenme quitar quite quiten quitarme quitame quitenme`)
const TAKEN_OUT =
  /^(lista?|eliminarme|eliminame|eliminenme|borrarme|borrame|borrenme|quitarme|quitame|quitenme|removid[oa])$/
/** What a campaign is called. */
const NEWS = /^(mensag|mensaj|messag|msg|promo|propagand|publici|ofert|offer|novidad|novedad|campa)/
/** A no to what comes: "não me mande…", "no me envíen…", "don't send…"; "não, manda" and "não envia" are none. */
const SEND_NONE = /^(nao|no|nunca|dont) (me |nos )?(mande[ms]?|manden|envie[msn]?|send|text)\b/
/** What tells of what came, or came no more, is no wish: "não recebi mais nada". */
const TELLING =
  /\b(receb(i|o|eu|emos|em|eram)|recib(i|o|io|iste|imos|en)|received|sent|(mand|envi)(ei|ou|aste|am|an|aram|aron)|(me|nos) (mando|envio)|escrev(i|eu|este|eram)|escrib(i|io|iste|ieron))\b/
/** "Para de mandar", "dejen de enviarme": the imperative, which may be a preposition otherwise. */
const ENOUGH = /^(para|chega|basta|dej[ae]n?) de\b/
const NO_MORE = /^(mais|mas|more|anymore|again|ya)$/
/** What may stand beside a word that ends campaigns, and beside nothing else. */
const BESIDE_LEAVING = wordsOf(
  'ser dar darme darse deme denme dame todo toda todos todas tudo all everything off out transmissao difusion',
)
/** Polite words, which change nothing about an answer. */
const COURTESY =
  wordsOf(`por favor pf pfv pfvr pfvor favor gentileza obrigado obrigada obg brigado brigada grato grata valeu vlw
  please pls thanks thank you gracias`)
const GREETING = wordsOf('oi ola bom boa dia tarde noite hola buenos buenas dias tardes noches hi hello')
const WISHING =
  wordsOf(`eu quero queria gostaria desejo pode podem poderia i want would like can could to yo quiero quisiera
  puede pueden puedes deseo`)
const BETWEEN =
  wordsOf(`a o as os de da do das dos para pra me mim meu minha meus sua suas seu seus este esse esta essa estas
  essas destas dessas desta dessa isso mais mas any more my the from this these your of for el la los las mi su sus mis estos estas
  del al que agora ja now ahora ya again ai nada anything numero number contato contacto nome name nombre cadastro`)
/** What campaigns are, however the word ends. */
const MESSAGES =
  /^(mensag|mensaj|messag|msg|receb|recib|receiv|mand|envi|send|text(ing)?$|escrev|escrib|contact(e|em|en|ar|arme|ing)?$|lista?$|promo|propagand|publici|ofert|offer|novidad|novedad|campa)/
const REFUSING =
  /^(n+|n+a+o+|naum|nops?|nope|no+|nah|nunca|jamais|jamas|never|not|dont|nem|ni|negativo|dispenso|recuso)$/
const REFUSED_AT_END = /^(nao+|no|not|nenhuma?|ninguna?)$/
const AGREEING =
  wordsOf(`sim s ss sims pode podem quero claro certeza ok okay certo ta aceito autorizo concordo confirmo permito
  yes y yep yeah sure agree accept si quiero puede pueden puedes dale acepto autorizo supuesto acuerdo`)
/** What may stand beside a yes: "claro que sim", "com certeza", "of course", "por supuesto", "de acordo". */
const BESIDE_A_YES = wordsOf('com sim course acordo it ser mesmo')
const THUMBS_UP = /[\u{1f44d}\u{1f44c}\u2705\u2714]/u
const THUMBS_DOWN = /[\u{1f44e}\u{1f645}\u{1f6ab}\u{1f6d1}\u274c\u26d4]/u
/** What a sentence may begin with before its yes or no. */
const OPENING = wordsOf('eu yo i ah oh mas pero but desculpe desculpa perdao perdon sorry infelizmente')
/** What shops let WhatsApp answer while nobody is there, and their greetings. */
const AWAY =
  /\b(estamos (disponiv|atend|fechad|fora|indispon|ausent|disponib|cerrad)|(responder|retornar|atender|contactar|entrar)emos|(podemos|conseguimos|posso|podemos te) (responder|atender|ajudar|ayudar)|horario de (atend|func|aten|expediente)|(assim|tao logo|cuando|lo) (que|antes) posi?s?s?i(vel|ble)|as soon as possible|(resposta|mensagem|respuesta|mensaje) automatic|automatic (reply|message)|unavailable|indisponivel|agradecemos|thank you for (contacting|your message)|gracias por (tu|su|comunicar|contactar))/

const plain = (answer: string): string =>
  fold(answer)
    .replace(/['’]/g, '')
    .replace(/\bdo not\b/g, 'dont')
    .replace(/\bopt[ -]out\b/g, 'optout')
    .replace(/^[^\p{L}\p{N}]+/u, '')

const tokensOf = (answer: string): string[] =>
  plain(answer)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** An answer without case, accents, polite words and the signs around it: `"Sair, por favor!"` is `sair`. */
const bare = (words: readonly string[]): string => words.filter(word => !COURTESY.has(word)).join(' ')

/**
 * Whether an answer asks for no more campaigns: one of the words that end them, politely or with what they are named
 * ("parar de receber mensagens", "não me mande mais promoções"), and nothing besides.
 * @param own the company's words; each is the whole answer.
 */
export function isOptOut(answer: string, own: readonly string[]): boolean {
  const words = tokensOf(answer)
  if (words.length === 0) return false
  if (own.some(word => tokensOf(word).join(' ') === words.join(' '))) return true
  const said = bare(words)
  if (said !== '' && own.some(word => bare(tokensOf(word)) === said)) return true
  const names = words.some(word => MESSAGES.test(word))
  const hasNews = words.some(word => NEWS.test(word))
  const isTaken = words.some(word => TAKEN_OUT.test(word) || (word === 'me' && !hasNews))
  const isLeaving = (word: string): boolean =>
    LEAVING.has(word) ||
    (CANCELLING.has(word) && (names || said === word)) ||
    (TAKING_OUT.has(word) && isTaken)
  const refuses = REFUSING.test(
    said.split(' ').find(word => !WISHING.has(word) && !/^(de|ja|ya)$/.test(word)) ?? '',
  )
  // "Não quero sair" is no wish to leave; "Não, quero sair" is one.
  const isDenied = refuses && !/^[\p{L}\p{N}]+ *[^\p{L}\p{N} ]/u.test(plain(answer))
  const asks = names && !TELLING.test(said)
  // "Não mande mais": a no to what comes.
  const ends =
    // "Para!" alone is the imperative; "Para" may be half a message.
    (said === 'para' && answer.includes('!')) ||
    (!isDenied && words.some(isLeaving)) ||
    (asks && ENOUGH.test(said)) ||
    (asks && refuses && words.some(word => NO_MORE.test(word))) ||
    (hasNews && SEND_NONE.test(plain(answer)))
  return (
    ends &&
    words.every(
      word =>
        isLeaving(word) ||
        COURTESY.has(word) ||
        WISHING.has(word) ||
        BETWEEN.has(word) ||
        BESIDE_LEAVING.has(word) ||
        MESSAGES.test(word) ||
        /^(anymore|chega|basta|dej[ae]n?)$/.test(word) ||
        (refuses && REFUSING.test(word)),
    )
  )
}

/**
 * What an answer to a question is. What begins or ends with a no is one; only a plain yes is a yes. Questions, away messages
 * and all else are neither: the question stays open, and the message is one for the team.
 */
export function consentIn(answer: string): 'yes' | 'no' | null {
  const words = tokensOf(answer)
  if (words.length === 0) return THUMBS_DOWN.test(answer) ? 'no' : THUMBS_UP.test(answer) ? 'yes' : null
  if (AWAY.test(fold(answer))) return null
  const said = words.filter(word => !COURTESY.has(word) && !GREETING.has(word))
  const first = said.find(word => !OPENING.has(word)) ?? ''
  if (REFUSING.test(first) || REFUSED_AT_END.test(said.at(-1) ?? '') || THUMBS_DOWN.test(answer)) return 'no'
  // "Puede ser" is a maybe; "pode ser" is none.
  if (/[?¿]/.test(answer) || /^pued[eo]n? ser\b/.test(said.join(' '))) return null
  const agrees =
    said.some(word => AGREEING.has(word)) &&
    said.every(
      word =>
        AGREEING.has(word) ||
        BESIDE_A_YES.has(word) ||
        WISHING.has(word) ||
        BETWEEN.has(word) ||
        MESSAGES.test(word),
    )
  return agrees ? 'yes' : null
}
