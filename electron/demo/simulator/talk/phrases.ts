/** What customers say. `{slots}` are filled by cases.ts; every list has at least two ways of saying the thing. */
import type { Topic } from './cases'
import type { Intent } from './intents'
import phrases from './phrases.json' with { type: 'json' }

type Sentences = readonly string[]

/** First message of a conversation; members are sent as separate messages. */
export const OPENINGS: Readonly<Record<Topic, readonly Sentences[]>> = phrases.OPENINGS
/** The concern in more words, when an agent asks what happened. */
export const DETAILS: Readonly<Record<Topic, Sentences>> = phrases.DETAILS
/** Answers to an intent, whatever the topic. */
export const ANSWERS: Readonly<Partial<Record<Intent, Sentences>>> = phrases.ANSWERS
/** How a conversation ends. */
export const GOODBYES: Sentences = phrases.GOODBYES
/** Now and then, beside the point. */
export const ASIDES: Sentences = phrases.ASIDES
export const IMPATIENT: Sentences = phrases.IMPATIENT
export const CAPTIONS: Readonly<Record<'damage' | 'receipt', Sentences>> = phrases.CAPTIONS
