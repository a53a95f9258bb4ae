import type { RuleEvent } from '@contract'
import type { RowName } from '@/features/kit'
import { spanText } from '@/features/steps'
import type { TFunction } from '@/i18n'

/** When a rule is asked, in words. */
export function eventText(t: TFunction, event: RuleEvent, names: RowName): string {
  switch (event.kind) {
    case 'arrives':
      return t(event.ours ? 'rules.when.arrivesOurs' : 'rules.when.arrives')
    case 'silence':
      return t('rules.when.silence', { span: spanText(t, event.minutes) })
    case 'tagged':
      return t('rules.when.tagged', { name: names('tag', event.tagId) })
    case 'rated':
      return t('rules.when.rated', { rate: String(event.atMost) })
    case 'words':
      return t('rules.when.words', { words: event.words.join(', ') })
  }
}
