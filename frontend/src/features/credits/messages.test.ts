import { readFileSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { wordsOf } from './messages'
import type { CreditTransaction } from './model/credits'
import { historyFile } from './ui/history-file'

const intlOf = (locale: string) => {
  const messages: Record<string, string> = JSON.parse(readFileSync(`src/shared/i18n/messages/${locale}.json`, 'utf8'))
  return createIntl({ locale, messages })
}

const transaction = (fields: Partial<CreditTransaction>): CreditTransaction => ({
  id: '1',
  amount: -1,
  transactionType: 'USAGE',
  kind: 'USAGE',
  description: 'In plain English.',
  balanceAfter: 9,
  metadata: '{}',
  createdAt: '2026-11-22T12:00:00.000Z',
  holdState: null,
  recipeId: null,
  conversationId: null,
  ...fields,
})

const WHY = '{"reason":"gracias","who":"a-sub"}'

describe('the text of a history line', () => {
  it.each<[Partial<CreditTransaction>, string, string, string]>([
    [{ kind: 'PURCHASE' }, 'Bought', 'Comprados', 'Achetés'],
    [
      { kind: 'PROMOTION' },
      'A present from Zest to begin with',
      'Un regalo de Zest para empezar',
      'Un cadeau de Zest pour commencer',
    ],
    [
      { kind: 'ADJUSTMENT_IN', metadata: WHY },
      'Added by the Zest team: gracias',
      'Añadidos por el equipo de Zest: gracias',
      'Ajoutés par l’équipe de Zest : gracias',
    ],
    [
      { kind: 'ADJUSTMENT_OUT' },
      'Taken away by the Zest team',
      'Retirados por el equipo de Zest',
      'Retirés par l’équipe de Zest',
    ],
    [
      { holdState: 'HELD' },
      'Held for an import that is under way',
      'Reservado para una importación en curso',
      'Réservé pour une importation en cours',
    ],
    [{ holdState: 'SETTLED' }, 'Used for an import', 'Usado para una importación', 'Utilisé pour une importation'],
    [
      { holdState: 'RELEASED' },
      'Held for an import, and given back',
      'Reservado para una importación y devuelto',
      'Réservé pour une importation, puis rendu',
    ],
    [{}, 'Used', 'Usado', 'Utilisé'],
    [
      { kind: 'GIVE_BACK' },
      'Given back, because the import did not work',
      'Devueltos, porque la importación no funcionó',
      'Rendus, parce que l’importation n’a pas fonctionné',
    ],
    [
      { kind: 'CLAWBACK' },
      'Taken back, because the payment was refunded or disputed',
      'Retirados, porque el pago se reembolsó o se impugnó',
      'Repris, parce que le paiement a été remboursé ou contesté',
    ],
    [
      { kind: 'RETURN' },
      'Here again, because the payment is',
      'De vuelta, porque el pago ha vuelto',
      'De retour, parce que le paiement est revenu',
    ],
    [
      { conversationId: 'c1', holdState: 'HELD' },
      'Held for a conversation with the assistant',
      'Reservado para una conversación con el asistente',
      'Réservé pour une conversation avec l’assistant',
    ],
    [
      { conversationId: 'c1', holdState: 'SETTLED' },
      'Conversation with the assistant',
      'Conversación con el asistente',
      'Conversation avec l’assistant',
    ],
    [
      { conversationId: 'c1', kind: 'GIVE_BACK' },
      'Given back, because the assistant did not answer',
      'Devueltos, porque el asistente no respondió',
      'Rendus, parce que l’assistant n’a pas répondu',
    ],
    [{ kind: 'EXPIRATION' }, 'Expired', 'Caducados', 'Expirés'],
    [{ kind: 'MERGE' }, 'Small remainders put together', 'Pequeños restos reunidos', 'Petits restes regroupés'],
    [{ kind: 'toString' as CreditTransaction['kind'] }, 'In plain English.', 'In plain English.', 'In plain English.'],
  ])('%j', (fields, ...expected) => {
    expect(['en', 'es', 'fr'].map((locale) => wordsOf(intlOf(locale), transaction(fields)))).toEqual(expected)
  })
})

it('the exported history has every line in the language of the user, and no spreadsheet formula', () => {
  const transactions = [
    transaction({ recipeId: 'r1', holdState: 'SETTLED' }),
    transaction({ kind: 'ADJUSTMENT_IN', amount: 5, balanceAfter: 10, metadata: '{"reason":"=1+1, \\"so\\""}' }),
    transaction({ kind: 'new' as CreditTransaction['kind'], description: '=2+2' }),
  ]
  const file = historyFile(intlOf('es'), transactions, (id) => `https://zest.example/${id}`, new Date('2026-11-23'))
  expect(file.name).toBe('zest-credits-2026-11-23.csv')
  expect(String(file.content).split('\r\n')).toEqual([
    '\uFEFFFecha,Concepto,Créditos,Saldo,Receta',
    '2026-11-22T12:00:00.000Z,Usado para una importación,-1,9,https://zest.example/r1',
    '2026-11-22T12:00:00.000Z,"Añadidos por el equipo de Zest: =1+1, ""so""",5,10,',
    "2026-11-22T12:00:00.000Z,'=2+2,-1,9,",
    '',
  ])
})
