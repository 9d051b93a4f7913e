require_relative "usher_webhooks"

SECRETS = ENV.fetch("USHER_WEBHOOK_SECRETS").split

run lambda { |env|
  headers = ->(name) { env["HTTP_#{name.upcase.tr("-", "_")}"] }
  begin
    event = UsherWebhooks.verify(env["rack.input"].read, headers, SECRETS)
    puts "#{headers["webhook-id"]} #{event["event"]}"
    [204, {}, []]
  rescue UsherWebhooks::Invalid => error
    [400, { "content-type" => "text/plain" }, [error.message]]
  end
}
