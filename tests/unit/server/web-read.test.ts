/** What the workspace shows of messages that WhatsApp Web has decoded, through the library's own encoding. */
import * as baileys from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../electron/server/desk/channel/web/read'

const read = (message: baileys.proto.IMessage) => {
  const { Message } = baileys.proto
  return wordsOf(baileys, Message.decode(Message.encode(message).finish()))
}
const picture = { url: 'https://mmg.invalid/x', mimetype: 'image/jpeg', fileLength: 10 }
const link = { urlButton: { displayText: 'Pagar', url: 'https://seguro.example/2' } }

describe('a message of parts is read as text', () => {
  it.each<[string, baileys.proto.IMessage, string]>([
    [
      'a template',
      {
        templateMessage: {
          hydratedTemplate: {
            hydratedTitleText: 'Seguro',
            hydratedContentText: 'Sua fatura de R$ 120,00 vence em 30/11.',
            hydratedButtons: [link, { quickReplyButton: { displayText: 'Já paguei' } }],
          },
        },
      },
      'Seguro\nSua fatura de R$ 120,00 vence em 30/11.\n- Pagar: https://seguro.example/2\n- Já paguei',
    ],
    [
      'an interactive message',
      {
        interactiveMessage: {
          header: { title: 'Entrega' },
          body: { text: 'Saiu para entrega' },
          footer: { text: 'Loja' },
          nativeFlowMessage: {
            buttons: [
              { buttonParamsJson: '{"display_text":"Rastrear","url":"https://loja.example/r"}' },
              { buttonParamsJson: 'no json' },
            ],
          },
        },
      },
      'Entrega\nSaiu para entrega\nLoja\n- Rastrear: https://loja.example/r',
    ],
    [
      'cards side by side',
      {
        interactiveMessage: {
          body: { text: 'Ofertas' },
          carouselMessage: { cards: [{ body: { text: 'Bolo' } }, { body: { text: 'Torta' } }] },
        },
      },
      'Ofertas\nBolo\nTorta',
    ],
    [
      'buttons',
      {
        buttonsMessage: {
          text: 'Consulta',
          contentText: 'Confirma?',
          buttons: [{ buttonText: { displayText: 'Sim' } }, { buttonText: { displayText: 'Não' } }],
        },
      },
      'Consulta\nConfirma?\n- Sim\n- Não',
    ],
    [
      'a list',
      {
        listMessage: {
          title: 'Menu',
          description: 'Escolha',
          sections: [{ title: 'Planos', rows: [{ title: '100 MB', description: 'R$ 50' }] }],
        },
      },
      'Menu\nEscolha\nPlanos\n- 100 MB: R$ 50',
    ],
    [
      'a poll',
      {
        pollCreationMessageV3: {
          name: 'Que dia?',
          options: [{ optionName: 'Sábado' }, { optionName: 'Domingo' }],
        },
      },
      'Que dia?\n- Sábado\n- Domingo',
    ],
    [
      'an event',
      {
        eventMessage: {
          name: 'Visita',
          startTime: Date.UTC(2026, 10, 30, 18) / 1_000,
          location: { name: 'Loja', address: 'Rua A' },
          description: 'Traga o documento',
          joinLink: 'https://call.example/1',
        },
      },
      'Visita\n2026-11-30 18:00 UTC\nLoja, Rua A\nTraga o documento\nhttps://call.example/1',
    ],
    [
      'an invitation to a group',
      { groupInviteMessage: { groupName: 'Bairro', inviteCode: 'AbC', caption: 'Entre' } },
      'Bairro\nEntre\nhttps://chat.whatsapp.com/AbC',
    ],
  ])('%s', (_what, message, body) => {
    expect(read(message)).toMatchObject({ body, mediaType: 'conversation', file: null })
    // As it comes in chats whose messages disappear.
    expect(read({ ephemeralMessage: { message } })).toMatchObject({ body })
  })

  it("an order says how many, the sum and the customer's words, a product its price and its picture", () => {
    const order = {
      orderTitle: 'Loja',
      itemCount: 2,
      message: 'Oi, quero este pedido',
      totalCurrencyCode: 'BRL',
      totalAmount1000: 39_800,
    }
    expect(read({ orderMessage: order })).toMatchObject({
      body: '2 × Loja\n= BRL 39.80\nOi, quero este pedido',
      mediaType: 'orderMessage',
    })
    const product = {
      title: 'Bolo',
      description: 'De cenoura',
      currencyCode: 'BRL',
      priceAmount1000: 19_900,
      url: 'https://loja.example/b',
    }
    const body = 'Bolo\nDe cenoura\nBRL 19.90\nhttps://loja.example/b'
    expect(read({ productMessage: { product } })).toMatchObject({ body, file: null })
    expect(read({ productMessage: { product: { ...product, productImage: picture } } })).toMatchObject({
      body,
      mediaType: 'image',
    })
  })

  it('the file of a template comes with its words', () => {
    const documentMessage = { mimetype: 'application/pdf', fileName: 'fatura.pdf', fileLength: 9 }
    const hydratedFourRowTemplate = { documentMessage, hydratedContentText: 'Sua fatura' }
    expect(read({ templateMessage: { hydratedFourRowTemplate } })).toMatchObject({
      body: 'Sua fatura',
      mediaType: 'application',
      file: { name: 'fatura.pdf' },
    })
  })

  it('a sticker that moves is a sticker', () => {
    const stickerMessage = { mimetype: 'application/was', isLottie: true, fileLength: 9 }
    expect(read({ lottieStickerMessage: { message: { stickerMessage } } })).toMatchObject({
      mediaType: 'sticker',
      file: { mime: 'application/was' },
    })
  })
})

describe('what was pressed is an answer like any other', () => {
  const pressed = (text: string, paramsJson: string) =>
    read({
      interactiveResponseMessage: { body: { text }, nativeFlowResponseMessage: { paramsJson } },
    })

  it('by the words of the button, or what is written in its answer', () => {
    const sim = { body: 'Sim, quero', mediaType: 'conversation' }
    expect(pressed('Sim, quero', '{"id":"1"}')).toMatchObject(sim)
    expect(pressed('', '{"id":"1","title":"Sim, quero"}')).toMatchObject(sim)
    expect(pressed('', '{"id":"Sim, quero"}')).toMatchObject(sim)
    expect(read({ buttonsResponseMessage: { selectedDisplayText: 'Sim, quero' } })).toMatchObject(sim)
    expect(read({ listResponseMessage: { title: 'Sim, quero' } })).toMatchObject(sim)
  })

  it('a form by its answers', () => {
    expect(pressed('Enviado', '{"flow_token":"x","nome":"Ana","idade":30}')).toMatchObject({
      body: 'nome: Ana\nidade: 30',
      mediaType: 'formReply',
    })
  })

  it('what nothing is known of is only on the phone', () => {
    expect(pressed('', 'no json')?.body).toBe('_O cliente enviou algo que só aparece no celular._')
  })
})
