require "json"
require "openssl"

module UsherWebhooks
  class Invalid < StandardError; end

  # The event of a delivery; Invalid for one that must not be acted on. +headers+ answers [] with a name.
  def self.verify(body, headers, secrets, tolerance: 300)
    id, timestamp = headers["webhook-id"].to_s, headers["webhook-timestamp"].to_s
    signatures = headers["webhook-signature"].to_s.split
    good = secrets.any? do |secret|
      key = secret.delete_prefix("whsec_").unpack1("m0")
      mac = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
      signatures.any? { |signature| OpenSSL.secure_compare(signature, "v1,#{[mac].pack("m0")}") }
    end
    raise Invalid, "no signature matches" unless good
    raise Invalid, "the timestamp is too old or too new" if (Time.now.to_i - timestamp.to_i).abs > tolerance
    JSON.parse(body)
  end
end
