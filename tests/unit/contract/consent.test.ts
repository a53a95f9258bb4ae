import { consentIn, isOptOut } from '@contract'
import { describe, expect, it } from 'vitest'

describe('an answer to the question of a campaign', () => {
  it.each([
    'Não',
    'Não, obrigada',
    'Agora não',
    'Não quero receber',
    'não tenho interesse',
    'Não, valeu',
    'naaao!!',
    'Bom dia, não quero',
    'Eu não quero',
    'Claro que não',
    'Nunca',
    'N',
    'No, gracias',
    'Ahora no, gracias',
    'No thanks',
    'Not interested',
    "I don't want it",
    '👎',
    'Não 👍',
  ])('%s is a no', said => expect(consentIn(said)).toBe('no'))

  it.each([
    'Sim',
    'sim!!',
    'Pode sim',
    'Sim, por favor',
    'Oi, pode mandar',
    'Claro que sim',
    'Com certeza',
    'Sim, quero receber as ofertas',
    'Aceito',
    'Yes please',
    'Sure',
    'Sí, claro',
    'Por supuesto',
    'ok 👍',
    '👍🏽',
  ])('%s is a yes', said => expect(consentIn(said)).toBe('yes'))

  it.each([
    '',
    'Quem é?',
    'Sim?',
    'Como conseguiu meu número',
    'quero saber quem é',
    'Sim, mas não agora quero saber antes',
    'Bom dia',
    'Vou pensar',
    'Pode cancelar',
    'Agradecemos sua mensagem. Não estamos disponíveis no momento, mas responderemos assim que possível.',
    'No momento não podemos atender. Nosso horário de atendimento é das 8h às 18h.',
    'Gracias por tu mensaje. En este momento no podemos responder, pero lo haremos lo antes posible.',
    "Thank you for your message. We're unavailable right now, but will respond as soon as possible.",
    'Olá! Agradecemos seu contato. Como podemos ajudar?',
  ])('%s is neither', said => expect(consentIn(said)).toBeNull())
})

describe('words that end campaigns', () => {
  it.each([
    'SAIR',
    'sair.',
    ' “Sair!” ',
    'Sair por favor',
    'Quero sair da lista',
    'Parar',
    'pare',
    'Parem de me mandar mensagens',
    'para de mandar mensagem',
    'cancelar',
    'Cancelar, por favor.',
    'Cancelar o envio de mensagens',
    'descadastrar',
    'Remover meu número da lista',
    'remover',
    'stop',
    'STOP please',
    'Unsubscribe',
    'cancel',
    'Baja',
    'Quiero la baja',
    'Não quero mais receber mensagens',
    'Não me mande mais promoções',
    'No quiero recibir más mensajes',
    'Ya no quiero recibir mensajes',
    'Não me mande mensagens',
    'No me envíen promociones',
    'Do not send me messages',
    'Chega de mensagens',
    'opt-out',
    'Remove me',
    'Me tira da lista',
    'Tirem meu número, por favor',
    'Quero ser removido',
    'Quiero darme de baja',
    'Bórrame de la lista',
    'Desuscribir',
    'Parar tudo',
  ])('%s is one', said => expect(isOptOut(said, [])).toBe(true))

  it.each([
    '',
    '!',
    'quero sair daqui',
    'stopwatch',
    'Quero cancelar',
    'cancelar meu pedido',
    'Remover o item 2',
    'Para a Ana',
    'Não',
    'Não quero mais',
    'sim, pode mandar',
    'Não me mande a lista',
    'Não mandei mensagem',
    'Não recebi a oferta',
    'No me enviaron el mensaje',
    'Me tira uma dúvida',
    'Excluir meu pedido',
    'Dá para tirar a cebola?',
    'Me apaga essa mensagem',
    'Chega hoje?',
  ])('%s is none', said => expect(isOptOut(said, [])).toBe(false))

  it('are also those of the company', () => {
    for (const said of ['CHEGA', 'chega!', 'Chega, por favor', 'Não quero mais.'])
      expect(isOptOut(said, ['chega', 'não quero mais'])).toBe(true)
    expect(isOptOut('chega amanhã', ['chega'])).toBe(false)
  })
})
